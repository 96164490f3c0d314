import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import { RecentReply } from './schema'

const recentKey = ['usage', 'recent']

/** The newest few requests. */
export function latestRequestsQuery(limit: number) {
  return queryOptions({
    queryKey: [...recentKey, 'latest', limit],
    queryFn: ({ signal }) => callApi(apiPaths.recentUsage, { reply: RecentReply, query: { limit }, signal }),
  })
}

/** All requests, newest first, a page at a time. */
export function recentRequestsQuery(limit = 25) {
  return infiniteQueryOptions({
    queryKey: [...recentKey, 'pages', limit],
    queryFn: ({ pageParam, signal }) =>
      callApi(apiPaths.recentUsage, { reply: RecentReply, query: { limit, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.has_more ? page.next_cursor : undefined),
  })
}
