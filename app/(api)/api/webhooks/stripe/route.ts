import { readBytes } from '@/lib/http/input'
import { publicRoute } from '@/lib/http/routes'
import { WebhookReply } from '@/lib/money/orders/orders-schema'
import { receivePaymentEvent } from '@/lib/money/orders/payment-events'

const MAX_EVENT_BYTES = 1024 * 1024

export const POST = publicRoute(
  {
    summary: 'Stripe’s signed payment events',
    limit: 'probe',
    reads: { body: '*/*' },
    reply: WebhookReply,
    refuses: [
      'invalid_json',
      'invalid_parameter',
      'missing_parameter',
      'payload_too_large',
      'upstream_error',
      'upstream_unavailable',
      'upstream_timeout',
    ],
  },
  async ({ exchange }) =>
    receivePaymentEvent(
      await readBytes(exchange, null, MAX_EVENT_BYTES),
      exchange.headers['stripe-signature'],
    ),
)
