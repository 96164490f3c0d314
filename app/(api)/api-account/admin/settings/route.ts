import { operatorRoute } from '@/lib/http/routes'
import { changeOperatorSettings } from '@/lib/operator/admin/settings'
import { ChangeSettingsRequest } from '@/lib/operator/settings/definitions'
import { SettingList } from '@/lib/operator/settings/schema'
import { listSettings } from '@/lib/operator/settings/settings'

export const GET = operatorRoute(
  { summary: 'Settings with their values and sources', limit: 'account', reply: SettingList },
  () => listSettings(),
)

export const PATCH = operatorRoute(
  {
    summary: 'Set or reset settings',
    limit: 'account',
    body: ChangeSettingsRequest,
    example: { set: { INSTALLATION_NAME: 'Acme AI' }, reset: ['SMTP_URL'] },
    reply: SettingList,
    refuses: ['demo_is_open'],
  },
  ({ caller, body }) => changeOperatorSettings(caller, body),
)
