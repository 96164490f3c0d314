import { Order, OrderParams, SandboxPaymentRequest } from '@/lib/billing/orders-schema'
import { settleSandboxOrder } from '@/lib/billing/settle-sandbox-order'
import { accountRoute } from '@/lib/http/account-route'

export const POST = accountRoute(
  {
    summary: 'Pay, decline or cancel on the sandbox payment page',
    limit: 'account',
    params: OrderParams,
    body: SandboxPaymentRequest,
    example: { action: 'pay' },
    reply: Order,
    refuses: ['not_found'],
    isForPerson: true,
  },
  ({ caller, params, body }) => settleSandboxOrder(caller, params.order_id, body),
)
