import { useInfiniteQuery } from '@tanstack/react-query'
import { isRunning } from '@/components/studio/is-running'
import { useHistoryFilters } from '@/components/studio/use-history-filters'
import { imageHistoryQuery } from '@/lib/images/queries'
import type { ImageRecord } from '@/lib/images/schema'

const POLL_MILLIS = 1500

/** Thirty days of pictures, newest first, as far as they match; they fill by themselves while tasks are under way. */
export function useImageHistory() {
  const { asked, isFiltered, filters } = useHistoryFilters<ImageRecord['status']>()
  const query = useInfiniteQuery({
    ...imageHistoryQuery(asked),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isRunning)) ? POLL_MILLIS : false,
  })
  const records = query.data?.pages.flatMap(({ items }) => items) ?? []
  return { query, records, isFiltered, filters }
}

export type ImageHistory = ReturnType<typeof useImageHistory>
