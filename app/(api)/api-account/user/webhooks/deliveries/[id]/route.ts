import { readDelivery } from '@/lib/callbacks/deliveries'
import { Delivery, DeliveryParams } from '@/lib/callbacks/schema'
import { accountRoute } from '@/lib/http/routes'

export const GET = accountRoute(
  {
    summary: 'One webhook delivery',
    limit: 'account',
    params: DeliveryParams,
    reply: Delivery,
    refuses: ['not_found'],
  },
  ({ caller, params }) => readDelivery(caller, params.id),
)
