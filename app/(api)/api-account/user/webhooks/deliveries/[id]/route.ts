import { accountRoute } from '@/lib/http/routes'
import { readDelivery } from '@/lib/work/deliveries/deliveries'
import { Delivery, DeliveryParams } from '@/lib/work/deliveries/schema'

export const GET = accountRoute(
  {
    summary: 'Get a webhook delivery',
    limit: 'account',
    needs: 'settings.read',
    params: DeliveryParams,
    reply: Delivery,
    refuses: ['not_found'],
  },
  ({ caller, params }) => readDelivery(caller, params.id),
)
