import { accountRoute } from '@/lib/http/routes'
import { createCheckout } from '@/lib/money/orders/checkout'
import { CheckoutReply, CheckoutRequest } from '@/lib/money/orders/orders-schema'

export const POST = accountRoute(
  {
    summary: 'Buy a package or a custom amount of credit: an order and its payment page',
    limit: 'account',
    needs: 'billing.manage',
    body: CheckoutRequest,
    example: { channel: 'stripe', inner_id: 1 },
    reply: CheckoutReply,
    idempotent: true,
    refuses: ['upstream_error', 'upstream_unavailable', 'upstream_timeout'],
    audit: 'checkout.create',
  },
  ({ caller, body, exchange }) =>
    createCheckout(caller, body, { hasIdempotencyKey: exchange.headers['idempotency-key'] !== undefined }),
)
