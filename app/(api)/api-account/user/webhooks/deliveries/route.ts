import { accountRoute } from '@/lib/http/routes'
import { listDeliveries } from '@/lib/work/deliveries/deliveries'
import { DeliveryPage, DeliveryQuery } from '@/lib/work/deliveries/schema'

export const GET = accountRoute(
  {
    summary: 'List webhook deliveries with their attempts, newest first',
    limit: 'account',
    needs: 'settings.read',
    query: DeliveryQuery,
    reply: DeliveryPage,
    refuses: ['invalid_cursor'],
  },
  ({ caller, query }) => listDeliveries(caller, query),
)
