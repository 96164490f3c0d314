import { settleSandboxOrder } from '@/lib/billing/orders'
import { Order, OrderParams, SandboxPaymentRequest } from '@/lib/billing/orders-schema'
import { accountRoute } from '@/lib/http/routes'
import { holdsDemoLink } from '@/lib/identity/demo-link'

export const POST = accountRoute(
  {
    summary: 'Pay, decline or cancel on the sandbox payment page',
    limit: 'account',
    params: OrderParams,
    body: SandboxPaymentRequest,
    example: { action: 'pay' },
    reply: Order,
    refuses: ['not_found', 'demo_link_needed'],
    isForPerson: true,
  },
  async ({ caller, params, body, exchange }) =>
    settleSandboxOrder(caller, params.order_id, body, await holdsDemoLink(exchange.headers.cookie)),
)
