'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { ErrorState } from '@/components/ui/error-state'
import { imageHistoryQuery } from '@/lib/images/queries'
import type { ImageRecord } from '@/lib/images/schema'
import { picturesOf, type Shown } from '../lightbox/shown'
import { DeleteImageDialog } from './delete-image-dialog'
import { EmptyHistory } from './empty-history'
import { HistoryFilters, type StatusFilter } from './history-filters'
import { HistorySkeleton } from './history-skeleton'
import { TaskRow } from './task-row'

type HistoryProps = {
  /** With all the pictures there are, to go on to the next. */
  onShow: (shown: Shown, pictures: Shown[]) => void
  onReuse: (record: ImageRecord) => void
  onRepeat: (record: ImageRecord) => void
  /** A prompt to begin with. */
  onExample: (prompt: string) => void
}

const POLL_MILLIS = 1500

/** Thirty days of pictures, newest first; it fills by itself while tasks are under way. */
export function History({ onShow, onReuse, onRepeat, onExample }: HistoryProps) {
  const [text, setText] = useState('')
  const [status, setStatus] = useState<StatusFilter>('all')
  const [doomed, setDoomed] = useState<ImageRecord | null>(null)
  const q = useDeferredValue(text.trim())
  const isFiltered = q !== '' || status !== 'all'
  const filter = { ...(q && { q }), ...(status !== 'all' && { status }) }
  const history = useInfiniteQuery({
    ...imageHistoryQuery(filter),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isRunning)) ? POLL_MILLIS : false,
  })
  const records = history.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <div className="flex flex-col gap-5 p-4 sm:p-6">
      <HistoryFilters text={text} onText={setText} status={status} onStatus={setStatus} />
      {history.isPending && <HistorySkeleton />}
      {history.isError && (
        <ErrorState
          title="Your pictures could not be loaded"
          error={history.error}
          onRetry={() => history.refetch()}
          retrying={history.isFetching}
        />
      )}
      {history.isSuccess && records.length === 0 && (
        <EmptyHistory isFiltered={isFiltered} onExample={onExample} />
      )}
      <ul className="grid grid-flow-dense grid-cols-2 items-start gap-x-3 gap-y-7 sm:grid-cols-3 2xl:grid-cols-4">
        {records.map((record) => (
          <li key={record.id} className={cn('min-w-0', widthOf(record))}>
            <TaskRow
              record={record}
              onShow={(shown) => onShow(shown, picturesOf(records))}
              onReuse={onReuse}
              onRepeat={onRepeat}
              onDelete={setDoomed}
            />
          </li>
        ))}
      </ul>
      {history.hasNextPage && (
        <Button
          className="self-center"
          loading={history.isFetchingNextPage}
          onClick={() => history.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      <DeleteImageDialog record={doomed} onClose={() => setDoomed(null)} />
    </div>
  )
}

function isRunning({ status }: ImageRecord): boolean {
  return status === 'queued' || status === 'processing'
}

/** A task takes as many columns as it has pictures; from three on the whole line. */
function widthOf({ images, settings }: ImageRecord): string {
  const count = Math.max(images.length, settings.n)
  if (count === 1) return 'col-span-1'
  return count === 2 ? 'col-span-2' : 'col-span-full'
}
