import {
  latencyMs,
  successRateOf,
  type Traffic,
  throughputTps,
  ttftMs,
  uptimeOf,
} from '@/lib/money/usage/traffic'
import type { CatalogModel, CatalogOffer, CatalogProvider } from './catalog-snapshot'
import type { ListedModel, ModelReply, ProviderItem, ProviderModel, ProviderStatus } from './schema'

export function presentModel(model: CatalogModel): ModelReply {
  return {
    id: model.id,
    object: 'model',
    created: model.created,
    owned_by: model.ownedBy,
    name: model.name,
    type: 'model',
    display_name: model.name,
    created_at: new Date(model.created * 1000).toISOString(),
    max_input_tokens: model.contextLength,
    max_tokens: model.maxOutputTokens,
    description: model.description,
    modality: model.modality,
    context_length: model.contextLength,
    max_output_tokens: model.maxOutputTokens,
    pricing: model.routes[0].pricing,
    supported_parameters: [...model.supportedParameters],
    capabilities: { ...model.capabilities },
    providers: model.routes.map(({ providerId }) => providerId),
    expiration_date: endOf(model),
  }
}

/** The day on which the last of its providers ends a model; null where one does not, as far as is known. */
export function endOf({ routes }: Pick<CatalogModel, 'routes'>): string | null {
  const ends = routes.flatMap(({ endsOn }) => endsOn ?? []).sort()
  return ends.length === routes.length ? (ends.at(-1) ?? null) : null
}

export function presentProvider(provider: CatalogProvider, status: ProviderStatus): ProviderItem {
  return {
    id: provider.id,
    name: provider.name,
    model_count: provider.offers.length,
    modalities: [...new Set(provider.offers.map(({ modality }) => modality))].sort(),
    status,
    disabled_reason: status === 'disabled' ? (provider.enabled ? 'not_configured' : 'switched_off') : null,
  }
}

export function presentOffer(offer: CatalogOffer, status: ProviderStatus, traffic: Traffic): ProviderModel {
  return {
    id: offer.modelId,
    name: offer.modelName,
    modality: offer.modality,
    context_length: offer.contextLength,
    max_output_tokens: offer.maxOutputTokens,
    pricing: offer.pricing,
    supported_parameters: [...offer.supportedParameters],
    status,
    figures: {
      requests: traffic.requests,
      success_rate: successRateOf(traffic),
      uptime: uptimeOf(traffic),
      latency_p50_ms: latencyMs(traffic, 0.5),
      ttft_p50_ms: ttftMs(traffic, 0.5),
      throughput_p50_tps: throughputTps(traffic, 0.5),
    },
  }
}

/** The model with its routes; `nameOf` returns a provider's name. */
export function presentListedModel(model: CatalogModel, nameOf: (providerId: string) => string): ListedModel {
  return {
    ...presentModel(model),
    routes: model.routes.map(({ providerId, pricing, contextLength, maxOutputTokens }) => ({
      provider_id: providerId,
      provider_name: nameOf(providerId),
      pricing,
      context_length: contextLength,
      max_output_tokens: maxOutputTokens,
    })),
  }
}
