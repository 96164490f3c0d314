import { accountRoute } from '@/lib/http/routes'
import { Delivery, TestWebhookRequest } from '@/lib/work/deliveries/schema'
import { sendTest } from '@/lib/work/deliveries/send-callback'

export const POST = accountRoute(
  {
    summary: 'Send a signed test event to a URL; its outcome is in the delivery',
    limit: 'account',
    needs: 'settings.manage',
    body: TestWebhookRequest,
    example: { url: 'https://example.com/webhooks' },
    reply: Delivery,
    idempotent: true,
    audit: null,
  },
  ({ caller, body }) => sendTest(caller, body),
)
