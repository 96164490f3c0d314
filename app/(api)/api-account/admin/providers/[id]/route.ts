import { operatorRoute } from '@/lib/http/routes'
import { switchCatalog } from '@/lib/operators/catalog'
import { IdParams, Switched, SwitchRequest } from '@/lib/operators/catalog-schema'

export const PATCH = operatorRoute(
  {
    summary: 'Switch a provider on or off',
    limit: 'account',
    params: IdParams,
    body: SwitchRequest,
    reply: Switched,
  },
  ({ caller, params, body }) => switchCatalog(caller, 'provider', params.id, body.enabled),
)
