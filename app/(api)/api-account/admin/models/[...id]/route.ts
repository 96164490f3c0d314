import { operatorRoute } from '@/lib/http/routes'
import {
  changeModel,
  readOperatorModel,
  removeFromCatalog,
  switchCatalog,
} from '@/lib/operator/admin/catalog'
import {
  ChangeModelRequest,
  ModelPath,
  OperatorModel,
  Removed,
  Switched,
  SwitchRequest,
} from '@/lib/operator/admin/catalog-schema'

export const GET = operatorRoute(
  {
    summary: 'A model with its routes and all their prices',
    limit: 'account',
    params: ModelPath,
    reply: OperatorModel,
  },
  ({ params }) => readOperatorModel(params.id.join('/')),
)

export const PATCH = operatorRoute(
  {
    summary: 'Enable or disable a model',
    limit: 'account',
    params: ModelPath,
    body: SwitchRequest,
    reply: Switched,
  },
  ({ caller, params, body }) => switchCatalog(caller, 'model', params.id.join('/'), body.enabled),
)

export const PUT = operatorRoute(
  {
    summary: 'Change all fields of a model except its id',
    limit: 'account',
    params: ModelPath,
    body: ChangeModelRequest,
    reply: OperatorModel,
  },
  ({ caller, params, body }) => changeModel(caller, params.id.join('/'), body),
)

export const DELETE = operatorRoute(
  {
    summary: 'Delete a model that was never used',
    limit: 'account',
    params: ModelPath,
    reply: Removed,
    refuses: ['model_in_use'],
  },
  ({ caller, params }) => removeFromCatalog(caller, 'model', params.id.join('/')),
)
