import { operatorRoute } from '@/lib/http/routes'
import { listOperatorModels } from '@/lib/operator/admin/catalog'
import { AddedModels, AddModelsRequest, OperatorModelList } from '@/lib/operator/admin/catalog-schema'
import { addModels } from '@/lib/operator/admin/models'

export const GET = operatorRoute(
  { summary: 'Models, callable or not', limit: 'account', reply: OperatorModelList },
  () => listOperatorModels(),
)

export const POST = operatorRoute(
  {
    summary: 'Models with a route each, or routes of models that there are',
    limit: 'account',
    body: AddModelsRequest,
    reply: AddedModels,
    status: 201,
  },
  ({ caller, body }) => addModels(caller, body),
)
