import { redeliver } from '@/lib/callbacks/deliveries'
import { Delivery, DeliveryParams } from '@/lib/callbacks/schema'
import { accountRoute } from '@/lib/http/routes'

export const POST = accountRoute(
  {
    summary: 'Make the next attempt of a webhook delivery now',
    limit: 'account',
    params: DeliveryParams,
    reply: Delivery,
    idempotent: true,
    refuses: ['not_found'],
  },
  ({ caller, params }) => redeliver(caller, params.id),
)
