'use client'

import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { ApiError } from '@/lib/client/api-client'

type Query<Data> = Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>

type LoadedProps<Data> = {
  query: Query<Data>
  /** What is loaded, as in a sentence: `providers`. */
  what: string
  rows?: number
  children: (data: Data) => ReactNode
}

/** Renders the data of a query; until then a placeholder or the error. */
export function Loaded<Data>({ query, what, rows = 6, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error === null) return <RowsSkeleton what={what} rows={rows} />
  if (query.error instanceof ApiError && query.error.status === 404)
    return <EmptyState title={`No ${what} found`} description="The address may be mistyped or incomplete." />
  return <LoadError query={query} what={`The ${what}`} />
}

type LoadErrorProps = {
  query: Query<unknown>
  /** What could not be loaded, at the start of a sentence: `The providers`. */
  what: string
  action?: ReactNode
  className?: string
}

/** The error of a query without data, with a retry. Nothing while it is loading or has data. */
export function LoadError({ query: { data, error, isFetching, refetch }, what, ...rest }: LoadErrorProps) {
  if (data !== undefined || error === null) return null
  return (
    <ErrorState
      title={`${what} could not be loaded`}
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
      {...rest}
    />
  )
}

const widths = [46, 60, 38, 54, 50]

type RowsSkeletonProps = {
  what: string
  rows: number
  /** The height of a row. */
  className?: string
}

/** A placeholder for a list that is loading. */
export function RowsSkeleton({ what, rows, className = 'h-12' }: RowsSkeletonProps) {
  return (
    <div role="status" className="divide-y divide-border">
      <span className="sr-only">Loading {what}</span>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row, index) => (
        <div key={row} className={cn('flex items-center gap-6 px-4', className)}>
          <Skeleton style={{ width: `${(widths[index % widths.length] ?? 50) / 2}%` }} />
          <Skeleton className="w-20 max-sm:hidden" />
          <Skeleton className="ml-auto w-14" />
        </div>
      ))}
    </div>
  )
}

type MoreItemsProps = {
  list: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetching' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage' | 'error'
  >
}

/** The end of a paginated list: loads the next page when it is almost visible or pressed. After an error only when pressed. */
export function MoreItems({ list }: MoreItemsProps) {
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage, error } = list
  const ready = hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    const element = end.current
    if (!element || !ready) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      rootMargin: '1200px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ready, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <div ref={end} className="flex items-center justify-center gap-3 border-t border-border p-3">
      <Button variant="outline" onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
        Load more
      </Button>
      {isFetchNextPageError && (
        <p role="alert" className="text-sm text-destructive-text">
          {error?.message}
        </p>
      )}
    </div>
  )
}
