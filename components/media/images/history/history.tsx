'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { DeleteDialog } from '@/components/media/studio/delete-dialog'
import { examples } from '@/components/media/studio/examples'
import { HistoryFrame, useHistorySearch, walkTiles } from '@/components/media/studio/history-frame'
import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/skeleton'
import { deleteImageMutation, imageHistoryQuery } from '@/lib/media/images/queries'
import type { ImageRecord } from '@/lib/media/images/schema'
import { isUnmade, type Shown, TaskRow } from './task-row'

/** Thirty days of pictures, newest first, as far as they match; they fill by themselves while tasks are under way. */
export function useImageHistory() {
  const search = useHistorySearch<ImageRecord['status']>()
  const query = useInfiniteQuery(imageHistoryQuery(search.filter))
  return { ...search, query, records: query.data?.pages.flatMap(({ items }) => items) ?? [] }
}

type ImageHistory = ReturnType<typeof useImageHistory>

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

const nothing = {
  title: 'Nothing made yet',
  description: 'Describe a picture and press Generate.',
  examples,
}

/** What was made, with the way to more of it. */
export function History({ history, onShow, onReuse, onRepeat, onExample }: HistoryProps) {
  const [deleting, setDeleting] = useState<ImageRecord | null>(null)
  return (
    <>
      <HistoryFrame
        history={history}
        statuses={statuses}
        what="pictures"
        skeleton={<HistorySkeleton />}
        icon={<ImagePlus />}
        nothing={nothing}
        onExample={onExample}
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
                onDelete={setDeleting}
              />
            </li>
          ))}
        </ul>
      </HistoryFrame>
      <DeleteImageDialog record={deleting} onClose={() => setDeleting(null)} />
    </>
  )
}

/** A task takes as many columns as it has pictures; from three on the whole line. */
function widthOf(record: ImageRecord): string {
  if (isUnmade(record)) return 'col-span-full'
  const { images, settings } = record
  const count = Math.max(images.length, settings.n)
  if (count === 1) return 'col-span-1'
  return count === 2 ? 'col-span-2' : 'col-span-full'
}

const slots = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

function HistorySkeleton() {
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-7 sm:grid-cols-3 2xl:grid-cols-4" aria-hidden="true">
      {slots.map((slot) => (
        <Skeleton key={slot} className="aspect-square h-auto w-full rounded-md" />
      ))}
    </div>
  )
}

type DeleteImageDialogProps = { record: ImageRecord | null; onClose: () => void; onDeleted?: () => void }

export function DeleteImageDialog({ record, onClose, onDeleted }: DeleteImageDialogProps) {
  const count = record?.images.length ?? 1
  return (
    <DeleteDialog
      id={record?.id}
      mutation={deleteImageMutation()}
      title={count > 1 ? `Delete ${count} pictures?` : 'Delete this picture?'}
      description="The pictures and their links are gone at once. What they cost stays in your usage."
      onClose={onClose}
      onDeleted={onDeleted}
    />
  )
}
