import { shapesOf } from '@/lib/client/api-client'
import { mutationOf, queryOf } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'
import type { UpdateAlertsRequest } from './schema'

const shape = shapesOf<typeof import('./schema')>()

const settingsKey = ['alerts']

export const alertSettingsQuery = () => queryOf(settingsKey, apiPaths.alerts, shape('AlertSettingsReply'))

export const updateAlertsMutation = () =>
  mutationOf(
    shape('AlertSettingsReply'),
    (changes: UpdateAlertsRequest) => ['PATCH', apiPaths.alerts, changes],
    { answers: settingsKey },
  )
