import { accountRoute } from '@/lib/http/routes'
import { UpdateWebhooksRequest, WebhookSettings } from '@/lib/work/deliveries/schema'
import { readWebhooks, updateWebhooks } from '@/lib/work/deliveries/webhooks'

export const GET = accountRoute(
  {
    summary: 'Get the webhook secret and the alert URL',
    limit: 'account',
    needs: 'settings.read',
    reply: WebhookSettings,
  },
  ({ caller }) => readWebhooks(caller),
)

export const PATCH = accountRoute(
  {
    summary: 'Set the alert URL',
    limit: 'account',
    needs: 'settings.manage',
    body: UpdateWebhooksRequest,
    example: { alert_url: 'https://example.com/alerts' },
    reply: WebhookSettings,
    audit: 'webhook.update',
  },
  ({ caller, body }) => updateWebhooks(caller, body),
)
