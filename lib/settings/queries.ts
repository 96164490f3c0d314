import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import { MailTestReply, SettingList, type SettingValue } from './schema'

const settingsKey = ['settings']

export function settingsQuery() {
  return queryOptions({
    queryKey: settingsKey,
    queryFn: ({ signal }) => callApi(apiPaths.adminSettings, { reply: SettingList, signal }),
  })
}

type Changes = { set?: Record<string, SettingValue>; reset?: string[] }

export function changeSettingsMutation() {
  return change((body: Changes) =>
    callApi(apiPaths.adminSettings, { method: 'PATCH', body, reply: SettingList }),
  )
}

/** A picture in base64; null: none any more. */
export function setLogoMutation() {
  return change((image: string | null) =>
    image === null
      ? callApi(apiPaths.adminLogo, { method: 'DELETE', reply: SettingList })
      : callApi(apiPaths.adminLogo, { method: 'PUT', body: { image }, reply: SettingList }),
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
    mutationFn: () => callApi(apiPaths.adminTestMail, { method: 'POST', reply: MailTestReply }),
  })
}
