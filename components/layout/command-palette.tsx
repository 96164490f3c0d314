'use client'

import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Boxes, FileText, KeyRound, Receipt } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ComponentType, useState } from 'react'
import { docsPages, docsPath } from '@/components/site/docs/docs-contents'
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog'
import { keyListQuery } from '@/lib/account/api-keys/queries'
import { modelListQuery } from '@/lib/catalog/models/queries'
import { paths } from '@/lib/client/paths'
import { navGroups } from './console-nav'
import { useMay } from './permissions'

type Target = { id: string; label: string; href: string; icon: ComponentType<{ className?: string }> }

type CommandPaletteProps = { isOperator: boolean; onClose: () => void }

/** Pages, models, keys and docs, filtered by the query. */
export function CommandPalette({ isOperator, onClose }: CommandPaletteProps) {
  const router = useRouter()
  const [text, setText] = useState('')
  const groups = useTargets(isOperator)
  const byId = targetOfId(text.trim())
  const go = (href: string) => {
    onClose()
    router.push(href)
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent aria-describedby={undefined} className="sm:max-w-xl">
        <DialogTitle className="sr-only">Go to</DialogTitle>
        <Command label="Go to" loop className="flex min-h-0 flex-col">
          <Command.Input
            autoFocus
            value={text}
            onValueChange={setText}
            placeholder="Search pages, models, keys and docs, or paste an ID"
            className="h-13 shrink-0 border-b border-border bg-transparent pr-12 pl-4 text-base outline-none placeholder:text-faint-foreground pointer-coarse:text-[16px]"
          />
          <Command.List className="quiet-scroll max-h-96 min-h-0 overflow-y-auto overscroll-contain p-1.5">
            <Command.Empty className="px-2 py-8 text-center text-sm text-faint-foreground">
              No results.
            </Command.Empty>
            {byId && <Line target={byId} value={text} onGo={go} />}
            {groups.map(({ heading, targets }) => (
              <Command.Group
                key={heading}
                heading={heading}
                className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-faint-foreground"
              >
                {targets.map((target) => (
                  <Line key={target.id} target={target} value={`${target.label} ${target.id}`} onGo={go} />
                ))}
              </Command.Group>
            ))}
          </Command.List>
        </Command>
      </DialogContent>
    </Dialog>
  )
}

type LineProps = { target: Target; value: string; onGo: (href: string) => void }

function Line({ target: { label, href, icon: Icon }, value, onGo }: LineProps) {
  return (
    <Command.Item
      value={value}
      onSelect={() => onGo(href)}
      className="flex h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 text-sm text-muted-foreground data-[selected=true]:bg-secondary data-[selected=true]:text-foreground pointer-coarse:h-11"
    >
      <Icon className="size-4 shrink-0 text-faint-foreground" aria-hidden="true" />
      <span dir="auto" className="min-w-0 truncate">
        {label}
      </span>
    </Command.Item>
  )
}

function useTargets(isOperator: boolean): { heading: string; targets: Target[] }[] {
  const may = useMay()
  const models = useQuery(modelListQuery()).data?.data ?? []
  const keys = useQuery({ ...keyListQuery(), enabled: may('keys.list') }).data ?? []
  const pages = navGroups(isOperator, may).flatMap(({ items }) => items)
  return [
    { heading: 'Pages', targets: pages.map((page) => ({ ...page, id: page.href })) },
    {
      heading: 'Models',
      targets: models.map(({ id, name }) => ({ id, label: name, href: paths.model(id), icon: Boxes })),
    },
    {
      heading: 'API keys',
      targets: keys.map(({ id, name }) => ({ id, label: name, href: paths.keys, icon: KeyRound })),
    },
    {
      heading: 'Docs',
      targets: docsPages.map(({ slug, title }) => ({
        id: `docs ${slug}`,
        label: title,
        href: docsPath(slug),
        icon: FileText,
      })),
    },
  ]
}

const ids: readonly (readonly [RegExp, string, (id: string) => string])[] = [
  [/^igen_\w+$/, 'Image task', paths.imageTask],
  [/^vgen_\w+$/, 'Video task', paths.videoTask],
  [/^[a-z]+_\w{12,}$/, 'Request', paths.usageRequest],
]

/** The page of a task or request, by the form of its ID. */
function targetOfId(id: string): Target | null {
  const [, name, path] = ids.find(([form]) => form.test(id)) ?? []
  return name && path ? { id, label: `${name} ${id}`, href: path(id), icon: Receipt } : null
}
