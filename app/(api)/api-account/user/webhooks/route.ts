import { accountRoute } from '@/lib/http/routes'
import { UpdateWebhooksRequest, WebhookSettings } from '@/lib/work/deliveries/schema'
import { readWebhooks, updateWebhooks } from '@/lib/work/deliveries/webhooks'

export const GET = accountRoute(
  {
    summary: 'Get the webhook secret and the alert URL',
    limit: 'account',
    reply: WebhookSettings,
  },
  ({ caller }) => readWebhooks(caller),
)

export const PATCH = accountRoute(
  {
    summary: 'Set the alert URL',
    limit: 'account',
    body: UpdateWebhooksRequest,
    example: { alert_url: 'https://example.com/alerts' },
    reply: WebhookSettings,
  },
  ({ caller, body }) => updateWebhooks(caller, body),
)
