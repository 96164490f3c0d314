import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { imageHistoryQuery } from '@/lib/images/queries'
import type { ImageRecord } from '@/lib/images/schema'
import type { StatusFilter } from './history-filters'

const POLL_MILLIS = 1500

/** Thirty days of pictures, newest first, as far as they match; they fill by themselves while tasks are under way. */
export function useImageHistory() {
  const [text, setText] = useState('')
  const [status, setStatus] = useState<StatusFilter>('all')
  const q = useDeferredValue(text.trim())
  const query = useInfiniteQuery({
    ...imageHistoryQuery({ ...(q && { q }), ...(status !== 'all' && { status }) }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isRunning)) ? POLL_MILLIS : false,
  })
  const records = query.data?.pages.flatMap(({ items }) => items) ?? []
  const isFiltered = q !== '' || status !== 'all'
  return { query, records, isFiltered, filters: { text, onText: setText, status, onStatus: setStatus } }
}

export type ImageHistory = ReturnType<typeof useImageHistory>

function isRunning({ status }: ImageRecord): boolean {
  return status === 'queued' || status === 'processing'
}
