import { operatorRoute } from '@/lib/http/routes'
import { OperatorModelList } from '@/lib/operators/catalog-schema'
import { listOperatorModels } from '@/lib/operators/list-operator-models'

export const GET = operatorRoute(
  { summary: 'Models, callable or not', limit: 'account', reply: OperatorModelList },
  () => listOperatorModels(),
)
