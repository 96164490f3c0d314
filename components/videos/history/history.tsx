'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { videoHistoryQuery } from '@/lib/videos/queries'
import type { VideoRecord } from '@/lib/videos/schema'
import { chainOf } from '../player/chain-of'
import { ClipCard } from './clip-card'
import { DeleteVideoDialog } from './delete-video-dialog'
import { EmptyHistory } from './empty-history'
import { HistoryFilters, type StatusFilter } from './history-filters'
import { HistorySkeleton } from './history-skeleton'

type HistoryProps = {
  onShow: (record: VideoRecord, chain: VideoRecord[]) => void
  onReuse: (record: VideoRecord) => void
  onRepeat: (record: VideoRecord) => void
  /** A prompt to begin with. */
  onExample: (prompt: string) => void
}

const POLL_MILLIS = 2000

/** Thirty days of videos, newest first; it goes on by itself while tasks are under way. */
export function History({ onShow, onReuse, onRepeat, onExample }: HistoryProps) {
  const [text, setText] = useState('')
  const [status, setStatus] = useState<StatusFilter>('all')
  const [doomed, setDoomed] = useState<VideoRecord | null>(null)
  const q = useDeferredValue(text.trim())
  const isFiltered = q !== '' || status !== 'all'
  const history = useInfiniteQuery({
    ...videoHistoryQuery({ ...(q && { q }), ...(status !== 'all' && { status }) }),
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
          title="Your videos could not be loaded"
          error={history.error}
          onRetry={() => history.refetch()}
          retrying={history.isFetching}
        />
      )}
      {history.isSuccess && records.length === 0 && (
        <EmptyHistory isFiltered={isFiltered} onExample={onExample} />
      )}
      {records.length > 0 && (
        <ul aria-label="Videos" className="grid gap-x-4 gap-y-6 sm:grid-cols-2 2xl:grid-cols-3">
          {records.map((record) => (
            <li key={record.id} className="min-w-0">
              <ClipCard
                record={record}
                onShow={() => onShow(record, chainOf(record, records))}
                onReuse={() => onReuse(record)}
                onRepeat={() => onRepeat(record)}
                onDelete={() => setDoomed(record)}
              />
            </li>
          ))}
        </ul>
      )}
      {history.hasNextPage && (
        <Button
          className="self-center"
          loading={history.isFetchingNextPage}
          onClick={() => history.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      <DeleteVideoDialog record={doomed} onClose={() => setDoomed(null)} />
    </div>
  )
}

function isRunning({ status }: VideoRecord): boolean {
  return status === 'queued' || status === 'processing'
}
