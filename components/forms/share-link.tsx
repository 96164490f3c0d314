'use client'

import { Trash2 } from 'lucide-react'
import { IconAction } from '@/components/data/icon-action'
import { OptionField } from '@/components/forms/option-select'
import { CopyButton } from '@/components/ui/copy-button'

const lengths = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
]

/** How long a link is open. */
export function LinkLength({ hours, onChange }: { hours: number; onChange: (hours: number) => void }) {
  return (
    <OptionField
      label="Link expires after"
      options={lengths}
      value={String(hours)}
      onValueChange={(value) => onChange(Number(value))}
    />
  )
}

/** A new link: only its digest is stored. */
export function NewLink({ url }: { url: string }) {
  return (
    <div role="status" className="flex flex-col gap-1 text-sm">
      <p className="text-xs text-muted-foreground">Copy it now. It won’t be shown again.</p>
      <div className="flex items-center gap-2">
        <code className="min-w-0 flex-1 truncate font-mono text-xs text-foreground">{url}</code>
        <CopyButton value={url} what="link" label="Copy" />
      </div>
    </div>
  )
}

type OpenLinksProps = {
  /** `title`: what it shows, where that is not said around the list. */
  links: readonly { id: string; title?: string; note: string }[]
  revoke: { mutate: (id: string) => void; isPending: boolean; variables: string | undefined }
}

/** Links that can be revoked. */
export function OpenLinks({ links, revoke }: OpenLinksProps) {
  if (links.length === 0) return null
  return (
    <ul aria-label="Open links" className="flex flex-col divide-y divide-border border-t border-border">
      {links.map(({ id, title, note }) => (
        <li key={id} className="flex items-center gap-2 py-1 text-xs text-muted-foreground">
          {title !== undefined && (
            <span dir="auto" className="min-w-0 flex-1 truncate text-foreground">
              {title}
            </span>
          )}
          <span className={title === undefined ? 'min-w-0 flex-1' : 'shrink-0'}>{note}</span>
          <IconAction
            label={title === undefined ? 'Revoke link' : `Revoke link to ${title}`}
            icon={Trash2}
            isBusy={revoke.isPending && revoke.variables === id}
            onPress={() => revoke.mutate(id)}
          />
        </li>
      ))}
    </ul>
  )
}
