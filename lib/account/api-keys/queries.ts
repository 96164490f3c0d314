import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { ApiError, callApi, shapesOf } from '@/lib/client/api-client'
import { listOf, mutationOf, queryOf } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'
import type { ApiKeyRecord, CreateApiKeyRequest, DefaultModelsRequest, UpdateApiKeyRequest } from './schema'

const shape = shapesOf<typeof import('./schema')>()

const listKey = ['api-keys']

export const keyListQuery = () => listOf(listKey, apiPaths.keys, shape('ApiKeyList'))

/** Revoked keys, for the names in old usage. */
export const revokedKeysQuery = () =>
  listOf([...listKey, 'revoked'], apiPaths.keys, shape('ApiKeyList'), { revoked: 'true' })

/** The reply contains the secret. */
export const createKeyMutation = () =>
  mutationOf(shape('CreatedApiKey'), (body: CreateApiKeyRequest) => ['POST', apiPaths.keys, body], {
    stale: listKey,
    isSecret: true,
  })

type KeyChange = { id: string; changes: UpdateApiKeyRequest }

export const updateKeyMutation = () =>
  mutationOf(shape('ApiKeyRecord'), ({ id, changes }: KeyChange) => ['PATCH', apiPaths.key(id), changes], {
    onReply: replaceInList,
  })

type StatusChange = { id: string; status: ApiKeyRecord['status'] }

/** Optimistic: reverted on failure. */
export function setKeyStatusMutation() {
  return mutationOptions({
    mutationFn: ({ id, status }: StatusChange) =>
      callApi(apiPaths.key(id), { method: 'PATCH', body: { status }, reply: shape('ApiKeyRecord') }),
    onMutate: async ({ id, status }, { client }) => {
      await client.cancelQueries({ queryKey: listKey })
      const before = client.getQueryData(keyListQuery().queryKey)
      changeList(client, (keys) => keys.map((key) => (key.id === id ? { ...key, status } : key)))
      return { before }
    },
    onError: (_error, _change, result, { client }) => {
      if (result?.before) client.setQueryData(keyListQuery().queryKey, result.before)
    },
    onSuccess: (record, _change, _result, { client }) => replaceInList(client, record),
  })
}

type DefaultModelsChange = { id: string; models: DefaultModelsRequest }

export const setDefaultModelsMutation = () =>
  mutationOf(
    shape('ApiKeyRecord'),
    ({ id, models }: DefaultModelsChange) => ['PUT', apiPaths.keyDefaultModels(id), models],
    { onReply: replaceInList },
  )

type Rotation = { id: string; graceSeconds: number }

export const rotateKeyMutation = () =>
  mutationOf(
    shape('CreatedApiKey'),
    ({ id, graceSeconds }: Rotation) => ['POST', apiPaths.rotateKey(id), { grace_seconds: graceSeconds }],
    { stale: listKey, isSecret: true },
  )

export const keepContentsMutation = () =>
  mutationOf(
    shape('ApiKeyRecord'),
    ({ id, days }: { id: string; days: number }) => ['PUT', apiPaths.keyContents(id), { days }],
    { onReply: replaceInList },
  )

export const dropContentsMutation = () =>
  mutationOf(shape('ApiKeyRecord'), (id: string) => ['DELETE', apiPaths.keyContents(id)], {
    onReply: replaceInList,
  })

/** Not cached: contents stay in the browser only while they are shown. */
export const requestContentsQuery = (id: string) => ({
  ...queryOf(['request-contents', id], apiPaths.requestContents(id), shape('ContentsReply')),
  gcTime: 0,
})

export function revokeKeyMutation() {
  return mutationOptions({
    mutationFn: async (id: string) => {
      try {
        await callApi(apiPaths.key(id), { method: 'DELETE', reply: shape('DeletedApiKey') })
      } catch (error) {
        // Already revoked in another window.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
    },
    onSuccess: (_deleted, id, _result, { client }) => {
      changeList(client, (keys) => keys.filter((key) => key.id !== id))
      return client.invalidateQueries({ queryKey: listKey })
    },
  })
}

function changeList(client: QueryClient, change: (keys: ApiKeyRecord[]) => ApiKeyRecord[]): void {
  client.setQueryData(keyListQuery().queryKey, (list) => list && { ...list, data: change(list.data) })
}

function replaceInList(client: QueryClient, record: ApiKeyRecord): void {
  changeList(client, (keys) => keys.map((key) => (key.id === record.id ? record : key)))
}
