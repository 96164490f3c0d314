import { accountRoute } from '@/lib/http/routes'
import { changeEndpoint, removeEndpoint } from '@/lib/work/deliveries/endpoints'
import {
  DeletedEndpoint,
  DeliveryParams,
  UpdateEndpointRequest,
  WebhookEndpoint,
} from '@/lib/work/deliveries/schema'

export const PATCH = accountRoute(
  {
    summary: 'Change a webhook endpoint, or turn it on or off',
    limit: 'account',
    params: DeliveryParams,
    body: UpdateEndpointRequest,
    example: { enabled: false },
    reply: WebhookEndpoint,
    refuses: ['not_found'],
  },
  ({ caller, params, body }) => changeEndpoint(caller, params.id, body),
)

export const DELETE = accountRoute(
  {
    summary: 'Remove a webhook endpoint',
    limit: 'account',
    params: DeliveryParams,
    reply: DeletedEndpoint,
    refuses: ['not_found'],
  },
  ({ caller, params }) => removeEndpoint(caller, params.id),
)
