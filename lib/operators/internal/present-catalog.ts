import type { ModelSettings } from '@/lib/catalog/list-model-settings'
import type { ProviderSettings } from '@/lib/catalog/list-provider-settings'
import type { RouteSettings, WholeModel } from '@/lib/catalog/read-model-settings'
import type { ProviderStatus } from '@/lib/catalog/schema'
import { OperatorModel, type OperatorModelItem, OperatorProvider } from '../catalog-schema'

export function presentProvider(row: ProviderSettings, status: ProviderStatus | undefined): OperatorProvider {
  return OperatorProvider.parse({
    id: row.id,
    name: row.name,
    adapter: row.adapter,
    source: row.source,
    enabled: row.enabled,
    status: status ?? 'disabled',
    key: row.key && { variable: row.key.variable, is_set: row.key.isSet },
    base_url: row.baseUrl,
    address: row.address && { variable: row.address.variable, is_set: row.address.isSet },
    model_count: row.modelIds.length,
    withdrawn_at: row.withdrawnAt?.toISOString() ?? null,
  })
}

export function presentModelItem({ isCallable, providers, ...row }: ModelSettings): OperatorModelItem {
  return {
    ...row,
    state: !row.enabled ? 'disabled' : isCallable ? 'callable' : 'unavailable',
    providers: providers.map((provider) => ({ id: provider.id, is_callable: provider.isCallable })),
  }
}

export function presentModel(model: WholeModel): OperatorModel {
  return OperatorModel.parse({
    id: model.id,
    name: model.name,
    description: model.description,
    modality: model.modality,
    owned_by: model.ownedBy,
    source: model.source,
    enabled: model.enabled,
    context_length: model.contextLength,
    max_output_tokens: model.maxOutputTokens,
    supported_parameters: model.supportedParameters,
    capabilities: model.capabilities,
    routes: model.routes.map(presentRoute),
  })
}

function presentRoute(route: RouteSettings) {
  return {
    id: route.id,
    provider_id: route.providerId,
    provider_name: route.providerName,
    upstream_id: route.upstreamId,
    enabled: route.enabled,
    obstacle: route.obstacle,
    priority: route.priority,
    weight: route.weight,
    own_priority: route.ownPriority,
    own_weight: route.ownWeight,
    is_ordered_by_operator: route.isOrderedByOperator,
    prices: route.prices.map(({ validFrom, ...price }) => ({
      ...price,
      valid_from: validFrom.toISOString(),
    })),
  }
}
