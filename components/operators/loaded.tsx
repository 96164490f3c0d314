import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { ApiError } from '@/lib/client/api-client'

type LoadedProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** What is loaded, as it stands in a sentence: `providers`. */
  what: string
  rows?: number
  children: (data: Data) => ReactNode
}

/** What a query brings, once it is there; until then a place for it, or what went wrong. */
export function Loaded<Data>({ query, what, rows = 6, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error === null) return <RowsSkeleton what={what} rows={rows} />
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <EmptyState
        title={`There is no such ${what}`}
        description="The address may be mistyped, or cut off at its end."
      />
    )
  return (
    <ErrorState
      title={`The ${what} could not be loaded`}
      error={query.error}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  )
}

const widths = [46, 60, 38, 54, 50]

function RowsSkeleton({ what, rows }: { what: string; rows: number }) {
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">Loading {what}</span>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row, place) => (
        <div key={row} className="flex h-12 items-center gap-6 px-4">
          <Skeleton style={{ width: `${(widths[place % widths.length] ?? 50) / 2}%` }} />
          <Skeleton className="w-20 max-sm:hidden" />
          <Skeleton className="ml-auto w-14" />
        </div>
      ))}
    </div>
  )
}
