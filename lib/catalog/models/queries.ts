import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AddOwnKeyRequest, OwnKeyRecord } from '@/lib/catalog/credentials/schema'
import { callApi, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'

const credentialsShape = shapesOf(() => import('@/lib/catalog/credentials/schema'))
const shape = shapesOf(() => import('./schema'))

/** Every model, of every kind; `select` what a page needs. The catalog changes rarely. */
export function modelListQuery() {
  return queryOptions({
    queryKey: ['catalog', 'models'],
    queryFn: ({ signal }) => callApi(apiPaths.models, { reply: shape('ModelListReply'), signal }),
    staleTime: 5 * 60_000,
  })
}

const ownKeys = ['provider-keys']

/** The customer's own keys for providers. */
export function ownKeysQuery() {
  return queryOptions({
    queryKey: ownKeys,
    queryFn: ({ signal }) =>
      callApi(apiPaths.providerKeys, { reply: credentialsShape('OwnKeyList'), signal }),
  })
}

/** What is typed is sent once, and must not stay in the cache. */
export function addOwnKeyMutation() {
  return mutationOptions({
    mutationFn: (body: AddOwnKeyRequest) =>
      callApi(apiPaths.providerKeys, { method: 'POST', body, reply: credentialsShape('OwnKeyRecord') }),
    onSuccess: (_made, _body, _result, { client }) => readAnew(client),
    gcTime: 0,
  })
}

export function changeOwnKeyMutation() {
  return mutationOptions({
    mutationFn: ({ id, allow_fallback }: Pick<OwnKeyRecord, 'id' | 'allow_fallback'>) =>
      callApi(apiPaths.providerKey(id), {
        method: 'PATCH',
        body: { allow_fallback },
        reply: credentialsShape('OwnKeyRecord'),
      }),
    onSuccess: (_record, _change, _result, { client }) => readAnew(client),
  })
}

export function removeOwnKeyMutation() {
  return mutationOptions({
    mutationFn: (id: string) =>
      callApi(apiPaths.providerKey(id), { method: 'DELETE', reply: credentialsShape('RemovedOwnKey') }),
    onSuccess: (_removed, _id, _result, { client }) => readAnew(client),
  })
}

export function testOwnKeyMutation() {
  return mutationOptions({
    mutationFn: ({ key }: { key: string }) =>
      callApi(apiPaths.testProviderKey(key), { method: 'POST', reply: shape('ProviderTestReply') }),
    onSuccess: (_reply, _id, _result, { client }) => readAnew(client),
  })
}

/** Which models can be called depends on the keys. */
function readAnew(client: QueryClient): Promise<unknown> {
  void client.invalidateQueries({ queryKey: ['catalog', 'models'] })
  return client.invalidateQueries({ queryKey: ownKeys })
}
