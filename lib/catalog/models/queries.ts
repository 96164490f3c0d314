import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AddOwnKeyRequest, OwnKeyRecord } from '@/lib/catalog/credentials/schema'
import { callApi, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'

const credentialsShape = shapesOf(() => import('@/lib/catalog/credentials/schema'))
const shape = shapesOf(() => import('./schema'))

/** All models; `select` what a page needs. The catalog changes rarely. */
export function modelListQuery() {
  return queryOptions({
    queryKey: ['catalog', 'models'],
    queryFn: ({ signal }) => callApi(apiPaths.models, { reply: shape('ModelListReply'), signal }),
    staleTime: 5 * 60_000,
  })
}

const ownKeys = ['provider-keys']

/** The customer's own provider keys. */
export function ownKeysQuery() {
  return queryOptions({
    queryKey: ownKeys,
    queryFn: ({ signal }) =>
      callApi(apiPaths.providerKeys, { reply: credentialsShape('OwnKeyList'), signal }),
  })
}

/** The request contains a secret, so it must not stay in the cache. */
export function addOwnKeyMutation() {
  return mutationOptions({
    mutationFn: (body: AddOwnKeyRequest) =>
      callApi(apiPaths.providerKeys, { method: 'POST', body, reply: credentialsShape('OwnKeyRecord') }),
    onSuccess: (_added, _body, _result, { client }) => refetchKeys(client),
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
    onSuccess: (_record, _change, _result, { client }) => refetchKeys(client),
  })
}

export function removeOwnKeyMutation() {
  return mutationOptions({
    mutationFn: (id: string) =>
      callApi(apiPaths.providerKey(id), { method: 'DELETE', reply: credentialsShape('RemovedOwnKey') }),
    onSuccess: (_removed, _id, _result, { client }) => refetchKeys(client),
  })
}

export function testOwnKeyMutation() {
  return mutationOptions({
    mutationFn: ({ key }: { key: string }) =>
      callApi(apiPaths.testProviderKey(key), { method: 'POST', reply: shape('ProviderTestReply') }),
    onSuccess: (_reply, _id, _result, { client }) => refetchKeys(client),
  })
}

/** Also refetches the models, since the keys decide which can be called. */
function refetchKeys(client: QueryClient): Promise<unknown> {
  void client.invalidateQueries({ queryKey: ['catalog', 'models'] })
  return client.invalidateQueries({ queryKey: ownKeys })
}
