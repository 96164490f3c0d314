import { addPrice, setEnabled, setRouteOrder } from '@/lib/catalog/models/operator-changes'
import {
  listModelSettings,
  type ModelSettings,
  type RouteSettings,
  readModelSettings,
  type WholeModel,
} from '@/lib/catalog/models/operator-settings'
import { loadCatalog } from '@/lib/catalog/models/read-snapshot'
import type { Caller } from '@/lib/platform/caller'
import { audited, heardEverywhere } from './audit'
import {
  type AddPriceRequest,
  OperatorModel,
  type OperatorModelItem,
  type OperatorModelList,
  type RouteOrderRequest,
} from './catalog-schema'

/** All models except removed ones, by id. */
export async function listOperatorModels(): Promise<OperatorModelList> {
  return { object: 'list', data: (await listModelSettings()).map(presentModelItem) }
}

/** One model with its routes and all their price versions. Throws `not_found`. */
export async function readOperatorModel(id: string): Promise<OperatorModel> {
  return presentModel(await readModelSettings(id))
}

/** Enables or disables a provider, model or route on every node. Throws `not_found`. */
export async function switchCatalog(
  operator: Caller,
  type: 'provider' | 'model' | 'route',
  id: string,
  enabled: boolean,
): Promise<{ id: string; enabled: boolean }> {
  const action = `${type}.${enabled ? 'enable' : 'disable'}` as const
  await audited(operator, { action, subject: { type, id } }, (transaction) =>
    setEnabled(type, id, enabled, transaction),
  )
  await applyCatalogEverywhere()
  return { id, enabled }
}

/** Sets the order and weights of a model's routes. Throws `not_found`, `invalid_parameter`. */
export async function orderRoutes(
  operator: Caller,
  { model_id: modelId, routes }: RouteOrderRequest,
): Promise<OperatorModel> {
  const change = { action: 'model.order_routes', subject: { type: 'model', id: modelId } } as const
  await audited(operator, change, (transaction) => setRouteOrder(modelId, routes, transaction))
  await applyCatalogEverywhere()
  return readOperatorModel(modelId)
}

/** Adds a new version of a route's price, effective now or later. Throws as `addPrice` does. */
export async function priceRoute(
  operator: Caller,
  routeId: string,
  { pricing, cost, valid_from }: AddPriceRequest,
): Promise<OperatorModel> {
  const validFrom = valid_from ? new Date(valid_from) : null
  const change = { action: 'route.add_price', subject: { type: 'route', id: routeId } } as const
  const { modelId } = await audited(operator, change, async (transaction) => {
    const { before, after, ...route } = await addPrice(
      { routeId, pricing, cost: cost ?? null, validFrom },
      transaction,
    )
    const named = { model_id: route.modelId, provider_id: route.providerId }
    return { ...route, before: before && { ...named, ...before }, after: { ...named, ...after } }
  })
  await applyCatalogEverywhere()
  return readOperatorModel(modelId)
}

function presentModelItem({ isCallable, lacksKey, providers, ...row }: ModelSettings): OperatorModelItem {
  const state = isCallable ? 'callable' : lacksKey ? 'unconnected' : 'unavailable'
  return {
    ...row,
    state: row.enabled ? state : 'disabled',
    providers: providers.map((provider) => ({ id: provider.id, is_callable: provider.isCallable })),
  }
}

function presentModel(model: WholeModel): OperatorModel {
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
    context_length: route.contextLength,
    max_output_tokens: route.maxOutputTokens,
    supported_parameters: route.supportedParameters,
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

/** Call after a catalog change is committed. When this resolves, this node has loaded it and the others were notified. */
export async function applyCatalogEverywhere(): Promise<void> {
  await Promise.all([loadCatalog(), heardEverywhere()])
}
