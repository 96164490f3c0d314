import { listOrders } from '@/lib/billing/orders'
import { OrdersQuery, OrdersReply } from '@/lib/billing/orders-schema'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  { summary: 'Payment orders, newest first', limit: 'account', query: OrdersQuery, reply: OrdersReply },
  ({ caller, query }) => listOrders(caller, query),
)
