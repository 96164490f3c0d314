import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { callApi, shapesOf, withAbilities } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import type { CreateEditBody, CreateGenerationBody, CreateVariationBody, ImageRecord } from './schema'

const catalogShape = shapesOf(() => import('@/lib/catalog/models/schema'))
const shape = shapesOf(() => import('./schema'))

const historyKey = ['images', 'history']
const POLL_MILLIS = 1500

export function imageModelsQuery() {
  return queryOptions({
    queryKey: ['images', 'models'],
    queryFn: async ({ signal }) => {
      const list = await callApi(apiPaths.imageModels, { reply: catalogShape('ModelListReply'), signal })
      return withAbilities(list.data, await catalogShape('ImageCapabilities')())
    },
  })
}

export type ImageHistoryFilter = { status?: ImageRecord['status'] | undefined; model?: string; q?: string }

/** The customer's pictures of the last 30 days, newest first, a page at a time. */
export function imageHistoryQuery(filter: ImageHistoryFilter = {}, limit = 30) {
  return infiniteQueryOptions({
    queryKey: [...historyKey, 'pages', filter, limit],
    queryFn: ({ pageParam, signal }) =>
      callApi(apiPaths.imageHistory, {
        reply: shape('ImageHistoryReply'),
        query: { ...filter, limit, cursor: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => (page.has_more ? page.next_cursor : undefined),
  })
}

/** One task, polled until it is finished. */
export function imageRecordQuery(id: string) {
  return queryOptions({
    queryKey: [...historyKey, 'one', id],
    queryFn: ({ signal }) => callApi(apiPaths.imageRecord(id), { reply: shape('ImageRecord'), signal }),
    refetchInterval: ({ state }) => {
      const status = state.data?.status
      return status === 'queued' || status === 'processing' ? POLL_MILLIS : false
    },
  })
}

type Keyed<Body> = {
  body: Body
  /** The same for every try of one intent: a repeated one starts no second task. */
  idempotencyKey: string
}

export function createGenerationMutation() {
  return createMutation<CreateGenerationBody>(apiPaths.imageGenerations)
}

export function createEditMutation() {
  return createMutation<CreateEditBody>(apiPaths.imageEdits)
}

export function createVariationMutation() {
  return createMutation<CreateVariationBody>(apiPaths.imageVariations)
}

export function cancelImageMutation() {
  return mutationOptions({
    mutationFn: (id: string) =>
      callApi(apiPaths.cancelImage(id), { method: 'POST', reply: shape('ImageTask') }),
    onSuccess: (_task, _id, _result, { client }) => forgetHistory(client),
  })
}

/** Its pictures are deleted with it. */
export function deleteImageMutation() {
  return mutationOptions({
    mutationFn: (id: string) =>
      callApi(apiPaths.imageRecord(id), { method: 'DELETE', reply: shape('DeletedImage') }),
    onSuccess: (_deleted, _id, _result, { client }) => forgetHistory(client),
  })
}

function createMutation<Body extends object>(path: string) {
  return mutationOptions({
    mutationFn: ({ body, idempotencyKey }: Keyed<Body>) =>
      callApi(path, {
        method: 'POST',
        body,
        reply: shape('CreatedImageTask'),
        headers: { 'idempotency-key': idempotencyKey },
      }),
    onSuccess: (_task, _body, _result, { client }) => forgetHistory(client),
  })
}

function forgetHistory(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: historyKey })
}
