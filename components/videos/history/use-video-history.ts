import { useInfiniteQuery } from '@tanstack/react-query'
import { isRunning } from '@/components/studio/is-running'
import { useHistoryFilters } from '@/components/studio/use-history-filters'
import { videoHistoryQuery } from '@/lib/videos/queries'
import type { VideoRecord } from '@/lib/videos/schema'

const POLL_MILLIS = 2000

/** Thirty days of videos, newest first, as far as they match; they go on by themselves while tasks are under way. */
export function useVideoHistory() {
  const { asked, isFiltered, filters } = useHistoryFilters<VideoRecord['status']>()
  const query = useInfiniteQuery({
    ...videoHistoryQuery(asked),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isRunning)) ? POLL_MILLIS : false,
  })
  const records = query.data?.pages.flatMap(({ items }) => items) ?? []
  return { query, records, isFiltered, filters }
}

export type VideoHistory = ReturnType<typeof useVideoHistory>
