'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useHydrated } from '@/components/data/browser'
import { Loaded } from '@/components/data/loaded'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'

type EditablePanelProps<Item> = {
  /** In the plural: `Projects`. */
  title: string
  description: string
  /** One of them, in lowercase. */
  noun: string
  query: UseQueryResult<readonly Item[]>
  skeletonRows: number
  mayEdit: boolean
  /** Shown while there are none. */
  empty: ReactNode
  /** Changes the item, or creates one. */
  Dialog: ComponentType<{ open: boolean; item: Item | undefined; onDone: () => void }>
  /** A row. `onEdit` is undefined where nothing may be changed. */
  children: (item: Item, onEdit: (() => void) | undefined) => ReactNode
}

/** A list whose items are created and changed in a dialog. */
export function EditablePanel<Item extends { id: string }>(props: EditablePanelProps<Item>) {
  const { title, description, noun, query, skeletonRows, mayEdit, empty, Dialog, children } = props
  const isReady = useHydrated()
  const [opened, setOpened] = useState<Item | 'new' | null>(null)
  return (
    <Panel aria-label={title}>
      <PanelHeader
        title={title}
        description={description}
        actions={
          mayEdit && (
            <Button variant="outline" size="sm" disabled={!isReady} onClick={() => setOpened('new')}>
              <Plus aria-hidden="true" />
              New {noun}
            </Button>
          )
        }
      />
      <Loaded query={query} what={title.toLowerCase()} rows={skeletonRows}>
        {(items) =>
          items.length === 0 ? (
            empty
          ) : (
            <ul aria-label={title} className="divide-y divide-border">
              {items.map((item) => (
                <li key={item.id}>{children(item, mayEdit ? () => setOpened(item) : undefined)}</li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Dialog
        open={opened !== null}
        item={opened === 'new' || opened === null ? undefined : opened}
        onDone={() => setOpened(null)}
      />
    </Panel>
  )
}
