import type { CatalogOffer, CatalogProvider } from './catalog-snapshot'
import type { LiveFigures, ProviderItem, ProviderModel, ProviderStatus } from './schema'

export function presentProviderItem(provider: CatalogProvider): ProviderItem {
  return {
    id: provider.id,
    name: provider.name,
    model_count: provider.offers.length,
    modalities: [...new Set(provider.offers.map(({ modality }) => modality))].sort(),
    status: statusOf(provider),
  }
}

export function presentProviderModel(
  offer: CatalogOffer,
  status: ProviderStatus,
  figures: LiveFigures,
): ProviderModel {
  return {
    id: offer.modelId,
    name: offer.modelName,
    modality: offer.modality,
    context_length: offer.contextLength,
    max_output_tokens: offer.maxOutputTokens,
    pricing: offer.pricing,
    supported_parameters: [...offer.supportedParameters],
    status,
    figures,
  }
}

function statusOf(provider: CatalogProvider): ProviderStatus {
  return provider.enabled && provider.configured ? 'operational' : 'disabled'
}
