import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import type { RecentQuery, UsageQuery } from './schema'

const shape = shapesOf(() => import('./schema'))

/** Prefix of all usage query keys. */
export const usageKey = ['usage']

const recentKey = [...usageKey, 'recent']

/** Range and filters; undefined ones are not sent. */
export type UsageFilters = Partial<Omit<UsageQuery, 'format'>>

/** Sums by day, model and key. The previous figures stay while new ones load. */
export function usageQuery(filters: UsageFilters) {
  return queryOptions({
    queryKey: [...usageKey, 'sums', filters],
    queryFn: ({ signal }) => callApi(apiPaths.usage, { reply: shape('UsageReply'), query: filters, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Latency percentiles of the same requests. */
export function latencyQuery(filters: UsageFilters) {
  return queryOptions({
    queryKey: [...usageKey, 'latency', filters],
    queryFn: ({ signal }) =>
      callApi(apiPaths.usageLatency, { reply: shape('LatencyReply'), query: filters, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The newest few requests. */
export function latestRequestsQuery(limit: number) {
  return queryOptions({
    queryKey: [...recentKey, 'latest', limit],
    queryFn: ({ signal }) =>
      callApi(apiPaths.recentUsage, { reply: shape('RecentReply'), query: { limit }, signal }),
  })
}

export type RecentFilters = Partial<Omit<RecentQuery, 'limit' | 'cursor' | 'format'>>

/** Requests, newest first, a page at a time. The previous list stays while a new one loads. */
export function recentRequestsQuery(filters: RecentFilters, limit = 50) {
  return infiniteQueryOptions({
    queryKey: [...recentKey, 'pages', filters, limit],
    queryFn: ({ pageParam, signal }) =>
      callApi(apiPaths.recentUsage, {
        reply: shape('RecentReply'),
        query: { ...filters, limit, cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.has_more ? page.next_cursor : undefined),
    placeholderData: keepPreviousData,
  })
}

/** One request, which never changes. */
export function recentRequestQuery(id: string) {
  return queryOptions({
    queryKey: [...recentKey, 'one', id],
    queryFn: ({ signal }) => callApi(apiPaths.recentRequest(id), { reply: shape('RecentItem'), signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
