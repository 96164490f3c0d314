import { addPrice } from '@/lib/catalog/add-price'
import type { Caller } from '@/lib/platform/caller'
import { audited } from './audited'
import type { AddPriceRequest, OperatorModel } from './catalog-schema'
import { applyCatalogEverywhere } from './internal/apply-everywhere'
import { readOperatorModel } from './read-operator-model'

/** A new version of a route's price, from now or from a later moment on. Throws as `addPrice` does. */
export async function priceRoute(
  operator: Caller,
  routeId: string,
  { pricing, valid_from }: AddPriceRequest,
): Promise<OperatorModel> {
  const validFrom = valid_from ? new Date(valid_from) : null
  const change = { action: 'route.add_price', subject: { type: 'route', id: routeId } } as const
  const { modelId } = await audited(operator, change, async (transaction) => {
    const { before, after, ...route } = await addPrice({ routeId, pricing, validFrom }, transaction)
    const named = { model_id: route.modelId, provider_id: route.providerId }
    return { ...route, before: before && { ...named, ...before }, after: { ...named, ...after } }
  })
  await applyCatalogEverywhere()
  return readOperatorModel(modelId)
}
