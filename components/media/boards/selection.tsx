'use client'

import { createContext, type ReactNode, use, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { whenOpened } from '@/components/ui/when-opened'
import type { MOST_SHARED } from '@/lib/media/shares/schema'
import { cutText } from '@/lib/platform/escape'

const ShareDialog = whenOpened(
  () => import('@/components/media/shares/share-result').then((module) => module.ShareDialog),
  ({ results }) => results !== null,
)

/** The schema's limit. Only its type is imported, so that zod stays out of the page. */
const mostShared: typeof MOST_SHARED = 100

/** The tasks that are selected, in the order in which they were; null while none can be. */
type Selection = { ids: readonly string[] | null; change: (ids: readonly string[] | null) => void }

const Selected = createContext<Selection>({ ids: null, change: () => {} })

/** Results below it can be selected, and shared together by link. */
export function SelectionFrame({ children }: { children: ReactNode }) {
  const [ids, change] = useState<readonly string[] | null>(null)
  const [isSharing, setSharing] = useState(false)
  return (
    <Selected value={{ ids, change }}>
      {children}
      {ids && (
        <section
          aria-label="Selection"
          className="sticky bottom-0 z-20 flex items-center gap-2 border-t border-input bg-popover px-4 py-3 sm:px-6"
        >
          <p role="status" className="figures mr-auto text-sm text-muted-foreground">
            {ids.length} of {mostShared} selected
          </p>
          <Button variant="outline" onClick={() => change(null)}>
            Done
          </Button>
          <Button variant="default" disabled={ids.length === 0} onClick={() => setSharing(true)}>
            Share
          </Button>
        </section>
      )}
      <ShareDialog results={isSharing && ids ? { task_ids: ids } : null} onClose={() => setSharing(false)} />
    </Selected>
  )
}

/** Begins a selection. */
export function useSelecting(): () => void {
  const { change } = use(Selected)
  return () => change([])
}

type SelectableProps = {
  /** Null: there is nothing to share. */
  taskId: string | null
  title: string
  children: ReactNode
}

/** The buttons of a card; while results are selected, a checkbox as large as the card. */
export function Selectable({ taskId, title, children }: SelectableProps) {
  const { ids, change } = use(Selected)
  const id = useId()
  if (ids === null || taskId === null) return children
  const isSelected = ids.includes(taskId)
  return (
    <div className="flex h-7 items-center gap-2 pl-1.5">
      <Checkbox
        id={id}
        aria-label={`Select ${cutText(title, 100)}`}
        checked={isSelected}
        disabled={!isSelected && ids.length >= mostShared}
        onCheckedChange={() => change(isSelected ? ids.filter((one) => one !== taskId) : [...ids, taskId])}
      />
      <label htmlFor={id} className="text-sm select-none after:absolute after:inset-0">
        Select
      </label>
    </div>
  )
}
