import type { ListedModel } from '@/lib/catalog/schema'
import { mainPrice } from '../price/main-price'
import { abilities } from './abilities'
import type { ListingQuery } from './listing-query'

/** The models that a query lets through, in the order in which they came. */
export function filterModels(models: readonly ListedModel[], query: ListingQuery): ListedModel[] {
  const words = query.q.toLowerCase().split(/\s+/).filter(Boolean)
  const modality = query.modality ?? query.price?.modality ?? null
  return models.filter(
    (model) =>
      (modality === null || model.modality === modality) &&
      (query.providers.length === 0 || model.providers.some((id) => query.providers.includes(id))) &&
      (query.context === null || (model.context_length ?? 0) >= query.context) &&
      query.can.every((ability) => abilities[ability].has(model)) &&
      costsAtMost(model, query.price) &&
      saysAll(model, words),
  )
}

/** A model with several prices passes when any of those who serve it is cheap enough. */
function costsAtMost({ modality, routes }: ListedModel, step: ListingQuery['price']): boolean {
  if (step === null) return true
  return routes.some(({ pricing }) => {
    const price = mainPrice(modality, pricing)
    if (price === null || (modality === 'image' && price.unit !== 'picture')) return false
    return price.usd <= step.usd
  })
}

function saysAll(model: ListedModel, words: readonly string[]): boolean {
  const said = [model.id, model.name, model.description, ...model.routes.map((route) => route.provider_name)]
    .join(' ')
    .toLowerCase()
  return words.every((word) => said.includes(word))
}
