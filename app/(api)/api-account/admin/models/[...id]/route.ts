import { operatorRoute } from '@/lib/http/routes'
import { readOperatorModel, switchCatalog } from '@/lib/operators/catalog'
import { ModelPath, OperatorModel, Switched, SwitchRequest } from '@/lib/operators/catalog-schema'

export const GET = operatorRoute(
  {
    summary: 'A model, its routes and all their prices',
    limit: 'account',
    params: ModelPath,
    reply: OperatorModel,
  },
  ({ params }) => readOperatorModel(params.id.join('/')),
)

export const PATCH = operatorRoute(
  {
    summary: 'Switch a model on or off',
    limit: 'account',
    params: ModelPath,
    body: SwitchRequest,
    reply: Switched,
  },
  ({ caller, params, body }) => switchCatalog(caller, 'model', params.id.join('/'), body.enabled),
)
