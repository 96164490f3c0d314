import { AlertSettingsReply, UpdateAlertsRequest } from '@/lib/account/alerts/schema'
import { readAlertSettings, updateAlertSettings } from '@/lib/account/alerts/settings'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  { summary: 'Get alert settings', limit: 'account', needs: 'settings.read', reply: AlertSettingsReply },
  ({ caller }) => readAlertSettings(caller),
)

export const PATCH = accountRoute(
  {
    summary: 'Change alert settings',
    limit: 'account',
    needs: 'settings.manage',
    body: UpdateAlertsRequest,
    example: { low_balance: { enabled: true, threshold_usd: '5' } },
    reply: AlertSettingsReply,
    audit: 'alerts.update',
  },
  ({ caller, body }) => updateAlertSettings(caller, body),
)
