import { operatorRoute } from '@/lib/http/routes'
import { changeRoute, removeFromCatalog, switchCatalog } from '@/lib/operator/admin/catalog'
import {
  ChangeRouteRequest,
  IdParams,
  OperatorModel,
  Removed,
  Switched,
  SwitchRequest,
} from '@/lib/operator/admin/catalog-schema'

export const PATCH = operatorRoute(
  {
    summary: 'Enable or disable a route',
    limit: 'account',
    params: IdParams,
    body: SwitchRequest,
    example: { enabled: false },
    reply: Switched,
  },
  ({ caller, params, body }) => switchCatalog(caller, 'route', params.id, body.enabled),
)

export const PUT = operatorRoute(
  {
    summary: 'Change all fields of a route except its provider',
    limit: 'account',
    params: IdParams,
    body: ChangeRouteRequest,
    example: {
      upstream_id: 'large',
      context_length: null,
      max_output_tokens: null,
      supported_parameters: [],
    },
    reply: OperatorModel,
  },
  ({ caller, params, body }) => changeRoute(caller, params.id, body),
)

export const DELETE = operatorRoute(
  {
    summary: 'Delete a route that was never used',
    limit: 'account',
    params: IdParams,
    reply: Removed,
    refuses: ['model_in_use'],
  },
  ({ caller, params }) => removeFromCatalog(caller, 'route', params.id),
)
