'use client'

import { useState } from 'react'
import { walkTiles } from '@/components/data/walk-tiles'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import type { VideoRecord } from '@/lib/videos/schema'
import { ClipCard } from './clip-card'
import { DeleteVideoDialog } from './delete-video-dialog'
import { EmptyHistory } from './empty-history'
import { HistoryFilters } from './history-filters'
import { HistorySkeleton } from './history-skeleton'
import type { VideoHistory } from './use-video-history'

type HistoryProps = {
  history: VideoHistory
  onShow: (record: VideoRecord) => void
  onReuse: (record: VideoRecord) => void
  onRepeat: (record: VideoRecord) => void
  /** A prompt to begin with. */
  onExample: (prompt: string) => void
}

/** What was filmed, with the way to more of it. */
export function History({ history, onShow, onReuse, onRepeat, onExample }: HistoryProps) {
  const [doomed, setDoomed] = useState<VideoRecord | null>(null)
  const { query, records, isFiltered, filters } = history
  return (
    <div className="flex flex-col gap-5 p-4 sm:p-6">
      <HistoryFilters {...filters} />
      {query.isPending && <HistorySkeleton />}
      {query.isError && (
        <ErrorState
          title="Your videos could not be loaded"
          error={query.error}
          onRetry={() => query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.isSuccess && records.length === 0 && (
        <EmptyHistory isFiltered={isFiltered} onExample={onExample} />
      )}
      {records.length > 0 && (
        <ul
          aria-label="Videos"
          onKeyDown={walkTiles}
          className="grid gap-x-4 gap-y-6 sm:grid-cols-2 2xl:grid-cols-3"
        >
          {records.map((record) => (
            <li key={record.id} className="min-w-0">
              <ClipCard
                record={record}
                onShow={() => onShow(record)}
                onReuse={() => onReuse(record)}
                onRepeat={() => onRepeat(record)}
                onDelete={() => setDoomed(record)}
              />
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          className="self-center"
          loading={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      <DeleteVideoDialog record={doomed} onClose={() => setDoomed(null)} />
    </div>
  )
}
