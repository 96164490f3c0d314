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
    summary: 'Change the URL or the events of an endpoint, or switch it on or off',
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
    summary: 'Remove an endpoint',
    limit: 'account',
    params: DeliveryParams,
    reply: DeletedEndpoint,
    refuses: ['not_found'],
  },
  ({ caller, params }) => removeEndpoint(caller, params.id),
)
