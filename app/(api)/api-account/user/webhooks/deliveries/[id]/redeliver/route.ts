import { accountRoute } from '@/lib/http/routes'
import { redeliver } from '@/lib/work/deliveries/deliveries'
import { Delivery, DeliveryParams } from '@/lib/work/deliveries/schema'

export const POST = accountRoute(
  {
    summary: 'Make the next attempt of a webhook delivery now',
    limit: 'account',
    needs: 'settings.manage',
    params: DeliveryParams,
    reply: Delivery,
    idempotent: true,
    refuses: ['not_found'],
    audit: 'webhook.redeliver',
  },
  ({ caller, params }) => redeliver(caller, params.id),
)
