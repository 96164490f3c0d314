import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import type { SettingList, SettingValue } from './schema'

const shape = shapesOf(() => import('./schema'))

const settingsKey = ['settings']

export function settingsQuery() {
  return queryOptions({
    queryKey: settingsKey,
    queryFn: ({ signal }) => callApi(apiPaths.adminSettings, { reply: shape('SettingList'), signal }),
  })
}

type Changes = { set?: Record<string, SettingValue>; reset?: string[] }

export function changeSettingsMutation() {
  return change((body: Changes) =>
    callApi(apiPaths.adminSettings, { method: 'PATCH', body, reply: shape('SettingList') }),
  )
}

/** Sets the logo, base64 encoded; null removes it. */
export function setLogoMutation() {
  return change((image: string | null) =>
    image === null
      ? callApi(apiPaths.adminLogo, { method: 'DELETE', reply: shape('SettingList') })
      : callApi(apiPaths.adminLogo, { method: 'PUT', body: { image }, reply: shape('SettingList') }),
  )
}

function change<Input>(mutationFn: (input: Input) => Promise<SettingList>) {
  return mutationOptions({
    mutationFn,
    onSuccess: (list, _input, _result, { client }) => client.setQueryData(settingsKey, list),
  })
}

export function testMailMutation() {
  return mutationOptions({
    mutationFn: () => callApi(apiPaths.adminTestMail, { method: 'POST', reply: shape('MailTestReply') }),
  })
}
