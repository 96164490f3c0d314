import { operatorRoute } from '@/lib/http/routes'
import { addModels, listOperatorModels } from '@/lib/operator/admin/catalog'
import { AddedModels, AddModelsRequest, OperatorModelList } from '@/lib/operator/admin/catalog-schema'

export const GET = operatorRoute(
  { summary: 'All models, callable or not', limit: 'account', reply: OperatorModelList },
  () => listOperatorModels(),
)

export const POST = operatorRoute(
  {
    summary: 'Add models with a route each, or routes to existing models',
    limit: 'account',
    body: AddModelsRequest,
    reply: AddedModels,
    status: 201,
  },
  ({ caller, body }) => addModels(caller, body),
)
