import { listUpstreamModels } from '@/lib/catalog/models/check-upstreams'
import { matchListed } from '@/lib/catalog/models/discover-models'
import * as catalog from '@/lib/catalog/models/edit-models'
import type { ModelInput, RouteInput } from '@/lib/catalog/models/edit-models-schema'
import { noticeUntil } from '@/lib/catalog/models/models'
import {
  addListPrice,
  addPrice,
  setEnabled,
  setModelLimits,
  setRouteOrder,
} from '@/lib/catalog/models/operator-changes'
import {
  listModelSettings,
  type ModelSettings,
  type RouteSettings,
  readModelSettings,
  type WholeModel,
} from '@/lib/catalog/models/operator-settings'
import type { PriceChange } from '@/lib/catalog/models/price-list'
import { applyCatalogEverywhere, findProvider } from '@/lib/catalog/models/read-snapshot'
import { scalePricing } from '@/lib/money/prices/own-price'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { presentCallLimits } from '@/lib/platform/fields'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import { servedModalities } from '@/lib/upstream/contract/adapter'
import { type Author, audited, authorOf, recorded } from './audit'
import {
  type AddModelsRequest,
  type AddPriceRequest,
  type DiscoveryReply,
  type ModelPatch,
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

/** Enables or disables a model, and sets its limits for each customer, on every node. Throws `not_found`. */
export async function patchModel(
  operator: Caller,
  id: string,
  { enabled, ...limits }: ModelPatch,
): Promise<OperatorModel> {
  if (enabled !== undefined) await switchCatalog(operator, 'model', id, enabled)
  const change = { action: 'model.limit', subject: { type: 'model', id } } as const
  await audited(operator, change, (transaction) => setModelLimits(id, limits, transaction))
  await applyCatalogEverywhere()
  return readOperatorModel(id)
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
  const author = await authorOf(operator)
  const { modelId } = await inTransaction((transaction) =>
    recordPrice(author, { routeId, pricing, cost: cost ?? null, validFrom }, transaction),
  )
  await applyCatalogEverywhere()
  return readOperatorModel(modelId)
}

function recordPrice(author: Author, price: Parameters<typeof addPrice>[0], transaction: Transaction) {
  const change = { action: 'route.add_price', subject: { type: 'route', id: price.routeId } } as const
  const add = async () => {
    const { before, after, ...route } = await addPrice(price, transaction)
    const named = { model_id: route.modelId, provider_id: route.providerId }
    return { ...route, before: before && { ...named, ...before }, after: { ...named, ...after } }
  }
  return recorded(author, change, add, transaction)
}

function presentModelItem({ isCallable, lacksKey, providers, endsOn, ...row }: ModelSettings) {
  const state = isCallable ? 'callable' : lacksKey ? 'unconnected' : 'unavailable'
  return {
    ...row,
    state: row.enabled ? state : 'disabled',
    providers: providers.map((provider) => ({ id: provider.id, is_callable: provider.isCallable })),
    ends_on: endsOn !== null && endsOn <= noticeUntil() ? endsOn : null,
  } satisfies OperatorModelItem
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
    ...presentCallLimits(model),
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
    ends_on: route.endsOn,
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

/** A provider's own list of models. Throws `not_found`, and `invalid_parameter` for one without a key. */
export async function discoverModels(id: string): Promise<DiscoveryReply> {
  const target = findProvider(id)?.target
  if (target === undefined) throw new AppError('not_found')
  if (target === null)
    throw new AppError('invalid_parameter', { message: 'This provider has no key.', param: 'id' })
  const { models, problem } = await listUpstreamModels(target)
  return {
    models: models && (await matchListed(id, models)),
    problem,
    modalities: [...servedModalities(target.adapter, target.sdk)],
  }
}

/** Each takes a few statements. */
const PUBLISH_TIMEOUT_MILLIS = 60_000

/**
 * Adds all models and sets all prices, or none. Throws `not_found`, and `invalid_parameter` and `missing_parameter` with the
 * field of the first fault.
 */
export async function addModels(operator: Caller, { models, prices, factor }: AddModelsRequest) {
  const author = await authorOf(operator)
  const charged = (given: Given) => (factor === 1 ? given : chargedFor(given, factor))
  await inTransaction(
    async (transaction) => {
      const added = models.map(({ route, ...model }) => ({
        ...model,
        route: { ...route, ...charged(route) },
      }))
      await addAll(author, added, transaction)
      for (const [index, { route_id: routeId, pricing }] of prices.entries()) {
        const change = { routeId, ...charged({ pricing, cost: null }), validFrom: null }
        await recordPrice(author, change, transaction).catch((error: unknown) =>
          throwAt(`prices[${index}]`, error),
        )
      }
    },
    { timeout: PUBLISH_TIMEOUT_MILLIS },
  )
  await applyCatalogEverywhere()
  return { added: models.map(({ model_id }) => model_id), priced: prices.length }
}

type Given = Pick<AddModelsRequest['models'][number]['route'], 'pricing' | 'cost'>

function chargedFor({ pricing, cost }: Given, factor: number): Given {
  return { pricing: scalePricing(pricing, factor), cost: cost ?? pricing }
}

async function addAll(
  author: Author,
  models: AddModelsRequest['models'],
  transaction: Transaction,
  why: { reason?: string } = {},
): Promise<void> {
  for (const [index, model] of models.entries()) {
    const change = {
      action: model.model === null ? 'route.add' : 'model.add',
      subject: { type: 'model', id: model.model_id },
      ...why,
    } as const
    const add = () =>
      catalog.addModel(model, transaction).catch((error: unknown) => throwAt(`models[${index}]`, error))
    await recorded(author, change, add, transaction)
  }
}

/** Rethrows with the field's path in the request. */
function throwAt(path: string, error: unknown): never {
  if (!(error instanceof AppError) || error.param === null) throw error
  const { code, message, param } = error
  throw new AppError(code, { message, param: `${path}.${param}` })
}

/** Throws as `changeModel` of the catalog does. */
export async function changeModel(operator: Caller, id: string, fields: ModelInput) {
  const change = { action: 'model.change', subject: { type: 'model', id } } as const
  await audited(operator, change, (transaction) => catalog.changeModel(id, fields, transaction))
  await applyCatalogEverywhere()
  return readOperatorModel(id)
}

/** Throws `not_found`. */
export async function changeRoute(operator: Caller, id: string, fields: RouteInput): Promise<OperatorModel> {
  const change = { action: 'route.change', subject: { type: 'route', id } } as const
  const { modelId } = await audited(operator, change, (transaction) =>
    catalog.changeRoute(id, fields, transaction),
  )
  await applyCatalogEverywhere()
  return readOperatorModel(modelId)
}

/**
 * Applies a price list (`npm run catalog:update`) as new price versions and models, active on every node immediately, and returns
 * how many. Prices that changed since the comparison are skipped.
 */
export async function applyPriceList(
  changes: readonly PriceChange[],
  file: string,
  models: AddModelsRequest['models'] = [],
): Promise<number> {
  const author = { id: '', email: 'npm run catalog:update' }
  const reason = `Price list ${file}`
  return inTransaction(async (transaction) => {
    await addAll(author, models, transaction, { reason })
    let applied = models.length
    for (const one of changes) {
      const subject = { type: 'route', id: one.routeId } as const
      const change = { action: 'route.add_price', subject, reason } as const
      const { after } = await recorded(author, change, () => addListPrice(one, transaction), transaction)
      if (after !== null) applied += 1
    }
    return applied
  })
}

const removals = { model: catalog.removeModel, route: catalog.removeRoute }

/** Deletes a model or route. Throws `not_found`, and `model_in_use` where it was ever used. */
export async function removeFromCatalog(operator: Caller, type: 'model' | 'route', id: string) {
  const change = { action: `${type}.remove`, subject: { type, id } } as const
  await audited(
    operator,
    change,
    (transaction): Promise<{ before: object; after: null }> => removals[type](id, transaction),
  )
  await applyCatalogEverywhere()
  return { id, removed: true } as const
}
