import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import type { z } from 'zod'
import { callApi, type Shape } from './api-client'

type Query = Record<string, string | number | null | undefined>

/** What a page reads; other options are spread over it. */
export function queryOf<Reply extends z.ZodType>(
  queryKey: QueryKey,
  path: string,
  reply: Shape<Reply>,
  query: Query = {},
) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => callApi(path, { reply, query, signal }) })
}

/** The items of a list that is read whole. */
export const listOf = <Reply extends z.ZodType<{ data: unknown[] }>>(
  ...asked: Parameters<typeof queryOf<Reply>>
) => ({
  ...queryOf<Reply>(...asked),
  select: ({ data }: z.output<Reply>): z.output<Reply>['data'] => data,
})

/** A list that is read a page at a time. */
export function pagesOf<Reply extends z.ZodType<{ has_more: boolean; next_cursor: string }>>(
  queryKey: QueryKey,
  path: string,
  reply: Shape<Reply>,
  query: Query = {},
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      callApi(path, { reply, query: { ...query, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.has_more ? page.next_cursor : undefined),
  })
}

export type Sent = readonly [method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown]

type After<Reply extends z.ZodType> = {
  /** Queries that are out of date afterwards. */
  stale?: QueryKey
  /** Those that are, even after an error. */
  staleAnyway?: QueryKey
  /** The query that the reply answers too. */
  answers?: QueryKey
  /** Not cached: the request or the reply contains a secret. */
  isSecret?: true
  onReply?: (client: QueryClient, reply: z.output<Reply>) => unknown
}

/** What a page changes by one request. */
export function mutationOf<Reply extends z.ZodType, Variables = void>(
  reply: Shape<Reply>,
  send: (variables: Variables) => Sent,
  { stale, staleAnyway, answers, isSecret, onReply }: After<Reply> = {},
) {
  return mutationOptions({
    mutationFn: (variables: Variables) => {
      const [method, path, body] = send(variables)
      return callApi(path, { method, body, reply })
    },
    onSuccess: (value, _variables, _result, { client }) => {
      if (answers) client.setQueryData(answers, value)
      onReply?.(client, value)
      return stale && client.invalidateQueries({ queryKey: stale })
    },
    onSettled: (_value, _error, _variables, _result, { client }) =>
      staleAnyway && client.invalidateQueries({ queryKey: staleAnyway }),
    ...(isSecret && { gcTime: 0 }),
  })
}
