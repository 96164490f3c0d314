'use client'

import { useState } from 'react'
import { walkTiles } from '@/components/data/walk-tiles'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { ErrorState } from '@/components/ui/error-state'
import type { ImageRecord } from '@/lib/images/schema'
import type { Shown } from '../lightbox/shown'
import { DeleteImageDialog } from './delete-image-dialog'
import { EmptyHistory } from './empty-history'
import { HistoryFilters } from './history-filters'
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

/** What was made, with the way to more of it. */
export function History({ history, onShow, onReuse, onRepeat, onExample }: HistoryProps) {
  const [doomed, setDoomed] = useState<ImageRecord | null>(null)
  const { query, records, isFiltered, filters } = history
  return (
    <div className="flex flex-col gap-5 p-4 sm:p-6">
      <HistoryFilters {...filters} />
      {query.isPending && <HistorySkeleton />}
      {query.isError && (
        <ErrorState
          title="Your pictures could not be loaded"
          error={query.error}
          onRetry={() => query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.isSuccess && records.length === 0 && (
        <EmptyHistory isFiltered={isFiltered} onExample={onExample} />
      )}
      <ul
        onKeyDown={walkTiles}
        className="grid grid-flow-dense grid-cols-2 items-start gap-x-3 gap-y-7 sm:grid-cols-3 2xl:grid-cols-4"
      >
        {records.map((record) => (
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
      {query.hasNextPage && (
        <Button
          className="self-center"
          loading={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      <DeleteImageDialog record={doomed} onClose={() => setDoomed(null)} />
    </div>
  )
}

/** A task takes as many columns as it has pictures; from three on the whole line. */
function widthOf({ images, settings }: ImageRecord): string {
  const count = Math.max(images.length, settings.n)
  if (count === 1) return 'col-span-1'
  return count === 2 ? 'col-span-2' : 'col-span-full'
}
