import { holdsDemoLink } from '@/lib/account/identity/demo'
import { accountRoute } from '@/lib/http/routes'
import { settleSandboxOrder } from '@/lib/money/orders/orders'
import { Order, OrderParams, SandboxPaymentRequest } from '@/lib/money/orders/orders-schema'

export const POST = accountRoute(
  {
    summary: 'Pay, decline or cancel on the sandbox payment page',
    limit: 'account',
    needs: 'billing.manage',
    params: OrderParams,
    body: SandboxPaymentRequest,
    example: { action: 'pay' },
    reply: Order,
    refuses: ['not_found', 'demo_link_needed'],
    isForPerson: true,
    audit: null,
  },
  async ({ caller, params, body, exchange }) =>
    settleSandboxOrder(caller, params.order_id, body, await holdsDemoLink(exchange.headers.cookie)),
)
