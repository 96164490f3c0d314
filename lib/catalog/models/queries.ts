import type { QueryClient } from '@tanstack/react-query'
import type { AddOwnKeyRequest, OwnKeyRecord } from '@/lib/catalog/credentials/schema'
import { shapesOf } from '@/lib/client/api-client'
import { mutationOf, queryOf } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'

const credentialsShape = shapesOf<typeof import('@/lib/catalog/credentials/schema')>()
const shape = shapesOf<typeof import('./schema')>()

/** All models; `select` what a page needs. The catalog changes rarely. */
export const modelListQuery = () => ({
  ...queryOf(['catalog', 'models'], apiPaths.models, shape('ModelListReply')),
  staleTime: 5 * 60_000,
})

const ownKeys = ['provider-keys']

/** The customer's own provider keys. */
export const ownKeysQuery = () => queryOf(ownKeys, apiPaths.providerKeys, credentialsShape('OwnKeyList'))

/** The request contains a secret. */
export const addOwnKeyMutation = () =>
  mutationOf(
    credentialsShape('OwnKeyRecord'),
    (body: AddOwnKeyRequest) => ['POST', apiPaths.providerKeys, body],
    { onReply: refetchModels, stale: ownKeys, isSecret: true },
  )

export const changeOwnKeyMutation = () =>
  mutationOf(
    credentialsShape('OwnKeyRecord'),
    ({ id, allow_fallback }: Pick<OwnKeyRecord, 'id' | 'allow_fallback'>) => [
      'PATCH',
      apiPaths.providerKey(id),
      { allow_fallback },
    ],
    { onReply: refetchModels, stale: ownKeys },
  )

export const removeOwnKeyMutation = () =>
  mutationOf(credentialsShape('RemovedOwnKey'), (id: string) => ['DELETE', apiPaths.providerKey(id)], {
    onReply: refetchModels,
    stale: ownKeys,
  })

export const testOwnKeyMutation = () =>
  mutationOf(
    shape('ProviderTestReply'),
    ({ key }: { key: string }) => ['POST', apiPaths.testProviderKey(key)],
    { onReply: refetchModels, stale: ownKeys },
  )

/** The keys decide which models can be called. */
function refetchModels(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['catalog', 'models'] })
}
