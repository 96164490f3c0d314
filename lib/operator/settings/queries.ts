import { shapesOf } from '@/lib/client/api-client'
import { mutationOf, queryOf } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'
import type { SettingValue } from './schema'

const shape = shapesOf<typeof import('./schema')>()

const settingsKey = ['settings']

export const settingsQuery = () => queryOf(settingsKey, apiPaths.adminSettings, shape('SettingList'))

type Changes = { set?: Record<string, SettingValue>; reset?: string[] }

export const changeSettingsMutation = () =>
  mutationOf(shape('SettingList'), (body: Changes) => ['PATCH', apiPaths.adminSettings, body], {
    answers: settingsKey,
  })

/** Sets the logo, base64 encoded; null removes it. */
export const setLogoMutation = () =>
  mutationOf(
    shape('SettingList'),
    (image: string | null) =>
      image === null ? ['DELETE', apiPaths.adminLogo] : ['PUT', apiPaths.adminLogo, { image }],
    { answers: settingsKey },
  )

export const testMailMutation = () =>
  mutationOf(shape('MailTestReply'), () => ['POST', apiPaths.adminTestMail])
