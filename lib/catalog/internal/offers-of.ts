import type { CatalogOffer } from '../catalog-snapshot'
import { Modality, Pricing } from '../schema'

type Limits = Pick<CatalogOffer, 'contextLength' | 'maxOutputTokens'>
type Rows = {
  models: readonly (Limits & { id: string; name: string; modality: string; supportedParameters: string[] })[]
  routes: readonly (Limits & { modelId: string; providerId: string; price: { pricing: unknown } | null })[]
}

/** The models of a provider's priced routes, by id. */
export function offersOf(providerId: string, { models, routes }: Rows): CatalogOffer[] {
  const modelById = new Map(models.map((model) => [model.id, model]))
  return routes
    .filter((route) => route.providerId === providerId)
    .flatMap((route) => {
      const model = modelById.get(route.modelId)
      const modality = Modality.safeParse(model?.modality)
      const pricing = Pricing.safeParse(route.price?.pricing)
      if (model === undefined || !modality.success || !pricing.success) return []
      return Object.freeze({
        modelId: model.id,
        modelName: model.name,
        modality: modality.data,
        contextLength: route.contextLength ?? model.contextLength,
        maxOutputTokens: route.maxOutputTokens ?? model.maxOutputTokens,
        supportedParameters: Object.freeze([...model.supportedParameters]),
        pricing: pricing.data,
      })
    })
    .sort((a, b) => (a.modelId < b.modelId ? -1 : 1))
}
