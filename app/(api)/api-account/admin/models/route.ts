import { operatorRoute } from '@/lib/http/routes'
import { listOperatorModels } from '@/lib/operators/catalog'
import { OperatorModelList } from '@/lib/operators/catalog-schema'

export const GET = operatorRoute(
  { summary: 'Models, callable or not', limit: 'account', reply: OperatorModelList },
  () => listOperatorModels(),
)
