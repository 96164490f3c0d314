import { readPaymentStatus } from '@/lib/billing/orders'
import { Order, OrderParams } from '@/lib/billing/orders-schema'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  {
    summary: 'How far the payment of an order has come',
    limit: 'account',
    params: OrderParams,
    reply: Order,
    refuses: ['not_found'],
  },
  ({ caller, params }) => readPaymentStatus(caller, params.order_id),
)
