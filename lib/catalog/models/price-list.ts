import { suggest } from './discover-models'
import type { NewModel } from './edit-models-schema'
import { type ListedModel, readList } from './internal/list-formats'
import { canonicalJson } from './internal/plan-seed'
import { defaultOf } from './internal/rates'
import { jsonOf, type KnownRoute, listKnownRoutes } from './operator-repository'
import { missingRates, Pricing } from './schema'

/**
 * A newer price list, read from a JSON file: one of ours (`prisma/seed/catalog/<provider>.json`, or the list of
 * PROVIDERS_FILE), LiteLLM's `model_prices_and_context_window.json`, or models.dev's `api.json`. Each price in it is compared
 * with the route's present price.
 */

/** Compares a file's price list with the current catalog. Throws a ConfigurationError for a file of another kind. */
export async function planPriceUpdate(content: unknown): Promise<PriceUpdate & { additions: Addition[] }> {
  const list = readList(content)
  const routes = await listKnownRoutes()
  const update = comparePrices(list, routes)
  return { ...update, additions: update.unknown.flatMap((listed) => additionOf(listed, routes) ?? []) }
}

type PricedRoute = {
  id: string
  modelId: string
  providerId: string
  upstreamId: string
  model: { modality: string; capabilities: unknown }
  price: { version: number; pricing: unknown; source: string } | null
}

export type PriceChange = {
  routeId: string
  modelId: string
  providerId: string
  before: Pricing | null
  after: Pricing
}

type PriceUpdate = {
  changes: PriceChange[]
  /** Prices set by the operator that differ from the list. */
  kept: PriceChange[]
  /** Listed models of the catalog's providers without a route. */
  unknown: ListedModel[]
}

/** Finds a list's entries of routes, each route's first one, and those of known providers that no route has. */
export function matchList<Route extends Pick<PricedRoute, 'providerId' | 'modelId' | 'upstreamId'>>(
  list: readonly ListedModel[],
  routes: readonly Route[],
): { found: Map<Route, ListedModel>; unknown: ListedModel[] } {
  const ofProvider = Map.groupBy(routes, ({ providerId }) => providerId)
  const found = new Map<Route, ListedModel>()
  const unknown = new Map<string, ListedModel>()
  for (const listed of list) {
    const { providerId, modelId, upstreamId } = listed
    const served = ofProvider.get(providerId)
    const matching = served?.filter((route) =>
      modelId === null ? route.upstreamId === upstreamId : route.modelId === modelId,
    )
    for (const route of matching ?? []) if (!found.has(route)) found.set(route, listed)
    const name = `${providerId} ${upstreamId}`
    if (matching?.length === 0 && !unknown.has(name)) unknown.set(name, listed)
  }
  return { found, unknown: [...unknown.values()] }
}

/** Compares a list with routes. Rates that the list lacks stay, and only refining rates are added. */
export function comparePrices(list: readonly ListedModel[], routes: readonly PricedRoute[]): PriceUpdate {
  const { found, unknown } = matchList(list, routes)
  const update: PriceUpdate = { changes: [], kept: [], unknown }
  for (const [{ id: routeId, ...route }, listed] of found) {
    const { modelId, providerId } = route
    const before = Pricing.safeParse(route.price?.pricing).data ?? null
    const after = priceAfter(listed, route.model, before)
    if (after === null || canonicalJson(after) === canonicalJson(before)) continue
    const kind = route.price?.source === 'operator' ? 'kept' : 'changes'
    update[kind].push({ routeId, modelId, providerId, before, after })
  }
  return update
}

/** Rates that a chat model's price may gain: each only refines what is billed as plain tokens now. */
const addable: readonly string[] = [
  'cached_prompt',
  'cache_write',
  'cache_write_1h',
  'image_input',
  'audio_input',
  'cached_audio_input',
  'tiers',
]

/** Null where the list lacks a rate that the model requires. */
function priceAfter(
  { modality, pricing, isWhole }: ListedModel,
  model: PricedRoute['model'],
  before: Pricing | null,
): Pricing | null {
  if (modality !== model.modality) return null
  const isOneImage = new Set(Object.values(before?.image ?? {})).size <= 1
  const listed = Object.entries(pricing).filter(([field]) => {
    if (field === 'image' && !isOneImage) return false
    return before === null || field in before || (modality === 'chat' && addable.includes(field))
  })
  const tiers = pricing.tiers?.map((tier) => ({
    ...before?.tiers?.find(({ above_prompt_tokens: above }) => above === tier.above_prompt_tokens),
    ...tier,
  }))
  const service_tier = Object.entries(before?.service_tier ?? {}).map(([name, tier]) => [
    name,
    { ...tier, ...pricing.service_tier?.[name] },
  ])
  const merged = {
    ...before,
    ...Object.fromEntries(listed),
    ...(tiers && modality === 'chat' && { tiers }),
    ...(service_tier.length > 0 && { service_tier: Object.fromEntries(service_tier) }),
  }
  const after = Pricing.safeParse(isWhole ? pricing : merged).data
  if (after === undefined) return null
  return missingRates({ modality, capabilities: model.capabilities }, after).length > 0 ? null : after
}

/** A listed model as it would be added. */
export type Addition = { providerId: string; upstreamId: string; isWhole: boolean; model: NewModel }

/** Undefined where the list has no price that the model could be sold at, or no id can be derived. */
function additionOf(listed: ListedModel, routes: readonly KnownRoute[]): Addition | undefined {
  const { providerId, upstreamId, isWhole, modality, pricing, contextLength, maxOutputTokens } = listed
  const [suggested] = suggest(providerId, [{ id: upstreamId, contextLength }], routes)
  const model_id = listed.modelId ?? suggested?.model_id ?? ''
  const known = routes.find(({ modelId }) => modelId === model_id)
  const capabilities = jsonOf(listed.about?.capabilities ?? {})
  const isOther = known !== undefined && known.model.modality !== modality
  if (model_id === '' || isOther || missingRates({ modality, capabilities }, pricing).length > 0)
    return undefined
  const limits = { context_length: contextLength, max_output_tokens: maxOutputTokens }
  const supported_parameters = listed.about?.supported_parameters ?? []
  const model = {
    name: listed.about?.name ?? suggested?.name ?? upstreamId,
    modality,
    description: listed.about?.description ?? null,
    owned_by: model_id.includes('/') ? model_id.slice(0, model_id.indexOf('/')) : providerId,
    ...limits,
    supported_parameters,
    capabilities,
  }
  const route = { provider_id: providerId, upstream_id: upstreamId, ...limits, supported_parameters }
  return {
    providerId,
    upstreamId,
    isWhole,
    model: { model_id, model: known ? null : model, route: { ...route, pricing, cost: null } },
  }
}

/** The rates that differ, such as `image.low`, before and after; null where a price lacks it. */
export function priceDifference(before: Pricing | null, after: Pricing) {
  const [old, updated] = [ratesIn(before ?? {}), ratesIn(after)]
  return [...new Set([...old.keys(), ...updated.keys()])]
    .map((rate) => ({ rate, before: old.get(rate) ?? null, after: updated.get(rate) ?? null }))
    .filter(({ before, after }) => before !== after)
}

/** A price's rates by name: `prompt`, `above_272000.prompt`, `service_tier.flex.prompt`, `image.low`. */
export function ratesIn(value: object, path: readonly string[] = []): Map<string, string> {
  return new Map(
    Object.entries(value).flatMap(([name, inner]): [string, string][] => {
      if (typeof inner === 'string') return notRates.has(name) ? [] : [[[...path, name].join('.'), inner]]
      if (typeof inner !== 'object') return []
      if (!Array.isArray(inner)) return [...ratesIn(inner, [...path, name])]
      return inner.flatMap((item: unknown, index) => {
        const { above_prompt_tokens: above } = Object(item)
        return [...ratesIn(Object(item), [...path, above ? `above_${above}` : `${name}.${index}`])]
      })
    }),
  )
}
const notRates: ReadonlySet<string> = new Set(['from', 'to', 'timezone'])

/** Token and character rates per million, as people quote them. */
export function amountOf(rate: string, usd: string | null): string {
  if (usd === null) return 'none'
  if (/^image\.|second|request|web_search/.test(rate)) return `$${usd}`
  return `$${Number((Number(usd) * 1e6).toPrecision(12))} per million`
}

export type Shortfall = { rate: string; price: string; cost: string }

/** The rates at which a model is sold for less than a list says that it costs. Options that are not offered do not count. */
export function findShortfalls(sold: Pricing, listed: Pricing): Shortfall[] {
  const ours = ratesIn(sold)
  const thresholds = sold.tiers?.map(({ above_prompt_tokens }) => above_prompt_tokens) ?? []
  const priceOf = (rate: string): string | undefined => {
    const above = Number(/^above_(\d+)\./.exec(rate)?.[1] ?? 0)
    const reached = thresholds.findLast((threshold) => threshold <= above)
    const prefix = reached === undefined ? '' : `above_${reached}.`
    let field: string | undefined = above > 0 ? rate.slice(rate.indexOf('.') + 1) : rate
    for (; field !== undefined; field = defaultOf[field]) {
      const price = ours.get(above > 0 ? prefix + field : field)
      if (price !== undefined) return price
    }
    return undefined
  }
  return [...ratesIn(listed)].flatMap(([rate, cost]) => {
    const price = /^(hours|image)\./.test(rate) ? undefined : priceOf(rate) // lists have one price for all qualities of images
    return price !== undefined && Number(price) < Number(cost) ? [{ rate, price, cost }] : []
  })
}
