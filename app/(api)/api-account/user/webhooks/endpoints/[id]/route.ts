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
    needs: 'settings.manage',
    params: DeliveryParams,
    body: UpdateEndpointRequest,
    example: { enabled: false },
    reply: WebhookEndpoint,
    refuses: ['not_found'],
    audit: 'webhook.update',
  },
  ({ caller, params, body }) => changeEndpoint(caller, params.id, body),
)

export const DELETE = accountRoute(
  {
    summary: 'Remove a webhook endpoint',
    limit: 'account',
    needs: 'settings.manage',
    params: DeliveryParams,
    reply: DeletedEndpoint,
    refuses: ['not_found'],
    audit: 'webhook.delete',
  },
  ({ caller, params }) => removeEndpoint(caller, params.id),
)
