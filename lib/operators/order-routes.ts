import { setRouteOrder } from '@/lib/catalog/set-route-order'
import type { Caller } from '@/lib/platform/caller'
import { audited } from './audited'
import type { OperatorModel, RouteOrderRequest } from './catalog-schema'
import { applyCatalogEverywhere } from './internal/apply-everywhere'
import { readOperatorModel } from './read-operator-model'

/** In which order a model's routes are tried and how they share the calls. Throws `not_found`, `invalid_parameter`. */
export async function orderRoutes(
  operator: Caller,
  { model_id: modelId, routes }: RouteOrderRequest,
): Promise<OperatorModel> {
  const change = { action: 'model.order_routes', subject: { type: 'model', id: modelId } } as const
  await audited(operator, change, (transaction) => setRouteOrder(modelId, routes, transaction))
  await applyCatalogEverywhere()
  return readOperatorModel(modelId)
}
