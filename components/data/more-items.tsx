'use client'

import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'

type MoreItemsProps = {
  list: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetching' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage' | 'error'
  >
}

/** The end of a paginated list: fetches the next page when it is almost visible, and is a button for those who do not scroll. After an error it waits to be pressed. */
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
    <div ref={end} className="flex items-center justify-center gap-3 border-t border-line p-3">
      <Button onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
        Load more
      </Button>
      {isFetchNextPageError && (
        <p role="alert" className="text-sm text-danger-text">
          {error?.message}
        </p>
      )}
    </div>
  )
}
