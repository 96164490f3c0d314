import { operatorRoute } from '@/lib/http/routes'
import { switchCatalog } from '@/lib/operators/catalog'
import { IdParams, Switched, SwitchRequest } from '@/lib/operators/catalog-schema'

export const PATCH = operatorRoute(
  {
    summary: 'Switch one way to serve a model on or off',
    limit: 'account',
    params: IdParams,
    body: SwitchRequest,
    reply: Switched,
  },
  ({ caller, params, body }) => switchCatalog(caller, 'route', params.id, body.enabled),
)
