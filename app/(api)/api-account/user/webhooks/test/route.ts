import { Delivery, TestWebhookRequest } from '@/lib/callbacks/schema'
import { sendTest } from '@/lib/callbacks/send-callback'
import { accountRoute } from '@/lib/http/routes'

export const POST = accountRoute(
  {
    summary: 'Send a signed test event to a URL; the delivery tells of the outcome',
    limit: 'account',
    body: TestWebhookRequest,
    example: { url: 'https://example.com/webhooks' },
    reply: Delivery,
    idempotent: true,
  },
  ({ caller, body }) => sendTest(caller, body),
)
