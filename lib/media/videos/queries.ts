import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { callApi, shapesOf, withAbilities } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import type { CreateVideoBody, VideoRecord } from './schema'

const catalogShape = shapesOf(() => import('@/lib/catalog/models/schema'))
const shape = shapesOf(() => import('./schema'))

const historyKey = ['videos', 'history']
const POLL_MILLIS = 2000

export function videoModelsQuery() {
  return queryOptions({
    queryKey: ['videos', 'models'],
    queryFn: async ({ signal }) => {
      const list = await callApi(apiPaths.videoModels, { reply: catalogShape('ModelListReply'), signal })
      return withAbilities(list.data, await catalogShape('VideoCapabilities')())
    },
  })
}

export type VideoHistoryFilter = { status?: VideoRecord['status'] | undefined; model?: string; q?: string }

/** The customer's videos of the last 30 days, newest first, a page at a time. */
export function videoHistoryQuery(filter: VideoHistoryFilter = {}, limit = 24) {
  return infiniteQueryOptions({
    queryKey: [...historyKey, 'pages', filter, limit],
    queryFn: ({ pageParam, signal }) =>
      callApi(apiPaths.videoHistory, {
        reply: shape('VideoHistoryReply'),
        query: { ...filter, limit, cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.has_more ? page.next_cursor : undefined),
  })
}

/** One task, polled until it is finished. */
export function videoRecordQuery(id: string) {
  return queryOptions({
    queryKey: [...historyKey, 'one', id],
    queryFn: ({ signal }) => callApi(apiPaths.videoRecord(id), { reply: shape('VideoRecord'), signal }),
    refetchInterval: ({ state }) => {
      const status = state.data?.status
      return status === 'queued' || status === 'processing' ? POLL_MILLIS : false
    },
  })
}

type Keyed = {
  body: CreateVideoBody
  /** The same for every try of one intent: a repeated one starts no second task. */
  idempotencyKey: string
}

export function createVideoMutation() {
  return mutationOptions({
    mutationFn: ({ body, idempotencyKey }: Keyed) =>
      callApi(apiPaths.videoGenerations, {
        method: 'POST',
        body,
        reply: shape('CreatedVideo'),
        headers: { 'idempotency-key': idempotencyKey },
      }),
    onSuccess: (_task, _body, _result, { client }) => forgetHistory(client),
  })
}

export function cancelVideoMutation() {
  return mutationOptions({
    mutationFn: (id: string) =>
      callApi(apiPaths.cancelVideo(id), { method: 'POST', reply: shape('VideoTask') }),
    onSuccess: (_task, _id, _result, { client }) => forgetHistory(client),
  })
}

/** Its files are deleted with it. */
export function deleteVideoMutation() {
  return mutationOptions({
    mutationFn: (id: string) =>
      callApi(apiPaths.videoRecord(id), { method: 'DELETE', reply: shape('DeletedVideo') }),
    onSuccess: (_deleted, _id, _result, { client }) => forgetHistory(client),
  })
}

function forgetHistory(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: historyKey })
}
