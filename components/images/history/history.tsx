'use client'

import { useState } from 'react'
import { HistoryFrame } from '@/components/studio/history-frame'
import { walkTiles } from '@/components/studio/walk-tiles'
import { cn } from '@/components/ui/cn'
import type { ImageRecord } from '@/lib/images/schema'
import type { Shown } from '../lightbox/pictures-of'
import { DeleteImageDialog } from './delete-image-dialog'
import { EmptyHistory } from './empty-history'
import { HistorySkeleton } from './history-skeleton'
import { TaskRow } from './task-row'
import type { ImageHistory } from './use-image-history'

type HistoryProps = {
  history: ImageHistory
  onShow: (shown: Shown) => void
  onReuse: (record: ImageRecord) => void
  onRepeat: (record: ImageRecord) => void
  /** A prompt to begin with. */
  onExample: (prompt: string) => void
}

const statuses = [
  { value: 'all', label: 'All states' },
  { value: 'completed', label: 'Completed' },
  { value: 'processing', label: 'Under way' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Cancelled' },
] as const

/** What was made, with the way to more of it. */
export function History({ history, onShow, onReuse, onRepeat, onExample }: HistoryProps) {
  const [doomed, setDoomed] = useState<ImageRecord | null>(null)
  return (
    <>
      <HistoryFrame
        history={history}
        statuses={statuses}
        what="pictures"
        skeleton={<HistorySkeleton />}
        empty={<EmptyHistory isFiltered={history.isFiltered} onExample={onExample} />}
      >
        <ul
          onKeyDown={walkTiles}
          className="grid grid-flow-dense grid-cols-2 items-start gap-x-3 gap-y-7 sm:grid-cols-3 2xl:grid-cols-4"
        >
          {history.records.map((record) => (
            <li key={record.id} className={cn('min-w-0', widthOf(record))}>
              <TaskRow
                record={record}
                onShow={onShow}
                onReuse={onReuse}
                onRepeat={onRepeat}
                onDelete={setDoomed}
              />
            </li>
          ))}
        </ul>
      </HistoryFrame>
      <DeleteImageDialog record={doomed} onClose={() => setDoomed(null)} />
    </>
  )
}

/** A task takes as many columns as it has pictures; from three on the whole line. */
function widthOf({ images, settings }: ImageRecord): string {
  const count = Math.max(images.length, settings.n)
  if (count === 1) return 'col-span-1'
  return count === 2 ? 'col-span-2' : 'col-span-full'
}
