import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Option } from '@/components/forms/option-select'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { HistoryFilters } from './history-filters'
import type { useHistoryFilters } from './use-history-filters'

type HistoryFrameProps<Status extends string> = {
  history: Omit<ReturnType<typeof useHistoryFilters<Status>>, 'asked'> & {
    query: UseInfiniteQueryResult<unknown>
    records: readonly unknown[]
  }
  statuses: readonly Option<Status | 'all'>[]
  /** What it is a history of: “pictures”, “videos”. */
  what: string
  /** Stands in the place of the list while nothing is known. */
  skeleton: ReactNode
  /** The same where there is nothing. */
  empty: ReactNode
  /** The list. */
  children: ReactNode
}

/** A studio's history: what it is searched by, the list or why there is none, and the way to more of it. */
export function HistoryFrame<Status extends string>(props: HistoryFrameProps<Status>) {
  const { history, statuses, what, skeleton, empty, children } = props
  const { query, records, filters } = history
  return (
    <div className="flex flex-col gap-5 p-4 sm:p-6">
      <HistoryFilters {...filters} statuses={statuses} />
      {query.isPending && skeleton}
      {query.isError && (
        <ErrorState
          title={`Your ${what} could not be loaded`}
          error={query.error}
          onRetry={() => query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {query.isSuccess && records.length === 0 && empty}
      {records.length > 0 && children}
      {query.hasNextPage && (
        <Button
          className="self-center"
          loading={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  )
}
