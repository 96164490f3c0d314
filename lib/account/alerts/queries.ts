import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import type { UpdateAlertsRequest } from './schema'

const shape = shapesOf(() => import('./schema'))

const settingsKey = ['alerts']

export function alertSettingsQuery() {
  return queryOptions({
    queryKey: settingsKey,
    queryFn: ({ signal }) => callApi(apiPaths.alerts, { reply: shape('AlertSettingsReply'), signal }),
  })
}

export function updateAlertsMutation() {
  return mutationOptions({
    mutationFn: (changes: UpdateAlertsRequest) =>
      callApi(apiPaths.alerts, { method: 'PATCH', body: changes, reply: shape('AlertSettingsReply') }),
    onSuccess: (settings, _changes, _result, { client }) => client.setQueryData(settingsKey, settings),
  })
}
