import { accountRoute } from '@/lib/http/routes'
import { readPaymentStatus } from '@/lib/money/orders/orders'
import { Order, OrderParams } from '@/lib/money/orders/orders-schema'

export const GET = accountRoute(
  {
    summary: 'An order and the status of its payment',
    limit: 'account',
    needs: 'billing.read',
    params: OrderParams,
    reply: Order,
    refuses: ['not_found'],
  },
  ({ caller, params }) => readPaymentStatus(caller, params.order_id),
)
