import { accountRoute } from '@/lib/http/routes'
import { UpdateWebhooksRequest, WebhookSettings } from '@/lib/work/deliveries/schema'
import { readWebhooks, updateWebhooks } from '@/lib/work/deliveries/webhooks'

export const GET = accountRoute(
  {
    summary: 'The secret that signs webhooks, and where alerts go',
    limit: 'account',
    reply: WebhookSettings,
  },
  ({ caller }) => readWebhooks(caller),
)

export const PATCH = accountRoute(
  {
    summary: 'Set the URL that alerts go to',
    limit: 'account',
    body: UpdateWebhooksRequest,
    example: { alert_url: 'https://example.com/alerts' },
    reply: WebhookSettings,
  },
  ({ caller, body }) => updateWebhooks(caller, body),
)
