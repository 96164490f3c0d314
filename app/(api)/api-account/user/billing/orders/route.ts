import { accountRoute } from '@/lib/http/routes'
import { listOrders } from '@/lib/money/orders/orders'
import { OrdersQuery, OrdersReply } from '@/lib/money/orders/orders-schema'

export const GET = accountRoute(
  {
    summary: 'Payment orders, newest first',
    limit: 'account',
    needs: 'billing.read',
    query: OrdersQuery,
    reply: OrdersReply,
  },
  ({ caller, query }) => listOrders(caller, query),
)
