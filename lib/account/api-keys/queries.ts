import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, callApi, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import type { ApiKeyRecord, CreateApiKeyRequest, DefaultModelsRequest, UpdateApiKeyRequest } from './schema'

const shape = shapesOf(() => import('./schema'))

const listKey = ['api-keys']

export function keyListQuery() {
  return queryOptions({
    queryKey: listKey,
    queryFn: ({ signal }) => callApi(apiPaths.keys, { reply: shape('ApiKeyList'), signal }),
    select: (list) => list.data,
  })
}

/** Revoked keys, for the names in old usage. */
export function revokedKeysQuery() {
  return queryOptions({
    queryKey: [...listKey, 'revoked'],
    queryFn: ({ signal }) =>
      callApi(apiPaths.keys, { reply: shape('ApiKeyList'), query: { revoked: 'true' }, signal }),
    select: (list) => list.data,
  })
}

/** Not cached: the reply contains the secret. */
export function createKeyMutation() {
  return mutationOptions({
    mutationFn: (body: CreateApiKeyRequest) =>
      callApi(apiPaths.keys, { method: 'POST', body, reply: shape('CreatedApiKey') }),
    onSuccess: (_created, _body, _result, { client }) => client.invalidateQueries({ queryKey: listKey }),
    gcTime: 0,
  })
}

type KeyChange = { id: string; changes: UpdateApiKeyRequest }

export function updateKeyMutation() {
  return mutationOptions({
    mutationFn: ({ id, changes }: KeyChange) =>
      callApi(apiPaths.key(id), { method: 'PATCH', body: changes, reply: shape('ApiKeyRecord') }),
    onSuccess: (record, _change, _result, { client }) => replaceInList(client, record),
  })
}

type StatusChange = { id: string; status: ApiKeyRecord['status'] }

/** Optimistic: reverted on failure. */
export function setKeyStatusMutation() {
  return mutationOptions({
    mutationFn: ({ id, status }: StatusChange) =>
      callApi(apiPaths.key(id), { method: 'PATCH', body: { status }, reply: shape('ApiKeyRecord') }),
    onMutate: async ({ id, status }, { client }) => {
      await client.cancelQueries({ queryKey: listKey })
      const before = client.getQueryData(keyListQuery().queryKey)
      client.setQueryData(
        keyListQuery().queryKey,
        (list) =>
          list && { ...list, data: list.data.map((key) => (key.id === id ? { ...key, status } : key)) },
      )
      return { before }
    },
    onError: (_error, _change, result, { client }) => {
      if (result?.before) client.setQueryData(keyListQuery().queryKey, result.before)
    },
    onSuccess: (record, _change, _result, { client }) => replaceInList(client, record),
  })
}

type DefaultModelsChange = { id: string; models: DefaultModelsRequest }

export function setDefaultModelsMutation() {
  return mutationOptions({
    mutationFn: ({ id, models }: DefaultModelsChange) =>
      callApi(apiPaths.keyDefaultModels(id), { method: 'PUT', body: models, reply: shape('ApiKeyRecord') }),
    onSuccess: (record, _change, _result, { client }) => replaceInList(client, record),
  })
}

type Rotation = { id: string; graceSeconds: number }

export function rotateKeyMutation() {
  return mutationOptions({
    mutationFn: ({ id, graceSeconds }: Rotation) =>
      callApi(apiPaths.rotateKey(id), {
        method: 'POST',
        body: { grace_seconds: graceSeconds },
        reply: shape('CreatedApiKey'),
      }),
    onSuccess: (_record, _rotation, _result, { client }) => client.invalidateQueries({ queryKey: listKey }),
    gcTime: 0,
  })
}

export function keepContentsMutation() {
  return mutationOptions({
    mutationFn: ({ id, days }: { id: string; days: number }) =>
      callApi(apiPaths.keyContents(id), { method: 'PUT', body: { days }, reply: shape('ApiKeyRecord') }),
    onSuccess: (record, _change, _result, { client }) => replaceInList(client, record),
  })
}

export function dropContentsMutation() {
  return mutationOptions({
    mutationFn: (id: string) =>
      callApi(apiPaths.keyContents(id), { method: 'DELETE', reply: shape('ApiKeyRecord') }),
    onSuccess: (record, _id, _result, { client }) => replaceInList(client, record),
  })
}

/** Not cached: contents stay in the browser only while they are shown. */
export function requestContentsQuery(id: string) {
  return queryOptions({
    queryKey: ['request-contents', id],
    queryFn: ({ signal }) => callApi(apiPaths.requestContents(id), { reply: shape('ContentsReply'), signal }),
    gcTime: 0,
  })
}

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
      client.setQueryData(
        keyListQuery().queryKey,
        (list) => list && { ...list, data: list.data.filter((key) => key.id !== id) },
      )
      return client.invalidateQueries({ queryKey: listKey })
    },
  })
}

function replaceInList(client: QueryClient, record: ApiKeyRecord): void {
  client.setQueryData(
    keyListQuery().queryKey,
    (list) => list && { ...list, data: list.data.map((key) => (key.id === record.id ? record : key)) },
  )
}
