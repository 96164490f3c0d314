import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { videoHistoryQuery } from '@/lib/videos/queries'
import type { VideoRecord } from '@/lib/videos/schema'
import type { StatusFilter } from './history-filters'

const POLL_MILLIS = 2000

/** Thirty days of videos, newest first, as far as they match; they go on by themselves while tasks are under way. */
export function useVideoHistory() {
  const [text, setText] = useState('')
  const [status, setStatus] = useState<StatusFilter>('all')
  const q = useDeferredValue(text.trim())
  const query = useInfiniteQuery({
    ...videoHistoryQuery({ ...(q && { q }), ...(status !== 'all' && { status }) }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isRunning)) ? POLL_MILLIS : false,
  })
  const records = query.data?.pages.flatMap(({ items }) => items) ?? []
  const isFiltered = q !== '' || status !== 'all'
  return { query, records, isFiltered, filters: { text, onText: setText, status, onStatus: setStatus } }
}

export type VideoHistory = ReturnType<typeof useVideoHistory>

function isRunning({ status }: VideoRecord): boolean {
  return status === 'queued' || status === 'processing'
}
