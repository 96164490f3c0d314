import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi, shapesOf } from '@/lib/client/api-client'
import { pagesOf, queryOf } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'
import type { RecentQuery, UsageQuery } from './schema'

const shape = shapesOf<typeof import('./schema')>()

/** Prefix of all usage query keys. */
export const usageKey = ['usage']

const recentKey = [...usageKey, 'recent']

/** Range and filters; undefined ones are not sent. */
export type UsageFilters = Partial<Omit<UsageQuery, 'format'>>

/** Sums by day, model and key. The previous figures stay while new ones load. */
export const usageQuery = (filters: UsageFilters) => ({
  ...queryOf([...usageKey, 'sums', filters], apiPaths.usage, shape('UsageReply'), filters),
  placeholderData: keepPreviousData,
})

/** Latency percentiles of the same requests. */
export const latencyQuery = (filters: UsageFilters) => ({
  ...queryOf([...usageKey, 'latency', filters], apiPaths.usageLatency, shape('LatencyReply'), filters),
  placeholderData: keepPreviousData,
})

/** The newest few requests. */
export const latestRequestsQuery = (limit: number) =>
  queryOf([...recentKey, 'latest', limit], apiPaths.recentUsage, shape('RecentReply'), { limit })

/** The newest request of a key, or null. Not cached: it tells whether another one has arrived. */
export function newestOfKeyQuery(api_key_id: string) {
  return queryOptions({
    queryKey: [...recentKey, 'newest', api_key_id],
    queryFn: async ({ signal }) => {
      const query = { api_key_id, limit: 1 }
      const { items } = await callApi(apiPaths.recentUsage, { reply: shape('RecentReply'), query, signal })
      return items[0] ?? null
    },
    gcTime: 0,
  })
}

export type RecentFilters = Partial<Omit<RecentQuery, 'limit' | 'cursor' | 'format'>>

/** Requests, newest first, a page at a time. The previous list stays while a new one loads. */
export const recentRequestsQuery = (filters: RecentFilters, limit = 50) => ({
  ...pagesOf([...recentKey, 'pages', filters, limit], apiPaths.recentUsage, shape('RecentReply'), {
    ...filters,
    limit,
  }),
  placeholderData: keepPreviousData,
})

/** One request, which never changes. */
export const recentRequestQuery = (id: string) => ({
  ...queryOf([...recentKey, 'one', id], apiPaths.recentRequest(id), shape('RecentItem')),
  staleTime: Number.POSITIVE_INFINITY,
})
