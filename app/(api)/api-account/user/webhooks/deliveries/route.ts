import { listDeliveries } from '@/lib/callbacks/deliveries'
import { DeliveryPage, DeliveryQuery } from '@/lib/callbacks/schema'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  {
    summary: 'Webhook deliveries with their attempts, newest first',
    limit: 'account',
    query: DeliveryQuery,
    reply: DeliveryPage,
    refuses: ['invalid_cursor'],
  },
  ({ caller, query }) => listDeliveries(caller, query),
)
