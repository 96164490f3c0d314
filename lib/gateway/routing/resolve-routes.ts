import type { CatalogModel, CatalogSnapshot } from '@/lib/catalog/models/catalog-snapshot'
import { atPricesOf } from '@/lib/catalog/models/customer-prices'
import { catalogSnapshot, findModelOf } from '@/lib/catalog/models/read-snapshot'
import type { Modality } from '@/lib/catalog/models/schema'
import { type Caller, type KeyRouting, refusesModel } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { cutText } from '@/lib/platform/escape'
import { drawOf, type SteadyBy } from '@/lib/platform/steady-choice'
import { traced } from '@/lib/platform/tracing'
import { ownKeysOf } from '@/lib/upstream/provider-secrets'
import { withOwnKeys } from './own-keys'
import { filtersOf } from './route-filters'
import { findRouteHealth, type RouteHealth } from './route-health'
import type { Resolution, ResolvedRoute, RouteRequest, RouteSort } from './schema'

/**
 * The routes that can serve a request, best first. Synchronous: everything it needs is in memory. Throws 404, 403 or 400
 * that names the model, or the preference that leaves no route.
 */
export function resolveRoutes(
  caller: Caller,
  request: RouteRequest,
  snapshot: CatalogSnapshot = catalogSnapshot(),
): Resolution {
  return traced('route', {}, () => resolve(caller, request, snapshot))
}

function resolve(caller: Caller, request: RouteRequest, snapshot: CatalogSnapshot): Resolution {
  const model = resolveModel(caller, request, snapshot)
  const preferences = mergePreferences(caller.apiKey?.routing, request)
  const models = [model, ...fallbackModels(caller, request, model, preferences, snapshot)] as const
  const able = filterRoutes(caller, models, request, snapshot.providers)
  const keys = ownKeysOf(caller.customerId)
  const withKeys = (list: readonly ResolvedRoute[]) =>
    keys.length === 0 ? list : withOwnKeys(caller, keys, list, snapshot)
  const inOrder = (list: readonly ResolvedRoute[]) =>
    limited(orderRoutes(list, preferences, request.conversation), preferences, withKeys)
  const routes =
    preferences.isSortedAcross || models.length === 1
      ? inOrder(able)
      : models.flatMap(({ id }) => inOrder(able.filter(({ modelId }) => modelId === id)))
  if (routes.length === 0)
    throw new AppError('invalid_parameter', {
      param: preferences.orderParam,
      message: `No provider in the preferred order serves ${JSON.stringify(model.id)}, and fallbacks are not allowed.`,
    })
  return { model, routes }
}

function resolveModel(caller: Caller, request: RouteRequest, snapshot: CatalogSnapshot): CatalogModel {
  const first = request.model === undefined ? request.models?.[0] : undefined
  if (first !== undefined) return findUsableModel(caller, first, 'models[0]', request.modality, snapshot)
  return findUsableModel(caller, requestedId(caller, request), 'model', request.modality, snapshot)
}

function requestedId(caller: Caller, request: RouteRequest): string {
  if (request.model !== undefined && request.model !== 'default') return request.model
  const defaults: Partial<Record<Modality, string | null>> = caller.apiKey?.defaultModels ?? {}
  const fallback = defaults[request.modality] ?? null
  if (fallback === null)
    throw new AppError('missing_parameter', {
      param: 'model',
      message: `model is required: there is no default ${request.modality} model for this call.`,
    })
  return fallback
}

/** A model of this modality that the caller may use. Throws 404, 403 or 400 with `param`, the field that names the model. */
function findUsableModel(
  caller: Caller,
  id: string,
  param: string,
  modality: Modality,
  snapshot: CatalogSnapshot,
): CatalogModel {
  const model = findModelOf(caller.customerId, id, snapshot)
  if (model === undefined)
    throw new AppError('model_not_found', { param, message: `The model ${quoted(id)} does not exist.` })
  const refusing = refusesModel(caller, id)
  if (refusing)
    throw new AppError('model_not_allowed', {
      param,
      message: `${refusing === 'key' ? 'This API key' : 'The project of this API key'} cannot use the model ${quoted(id)}.`,
    })
  if (model.modality !== modality)
    throw new AppError('invalid_parameter', {
      param,
      message: `${quoted(id)} is a model for ${model.modality}, not for ${modality}.`,
    })
  return model
}

const LONGEST_QUOTE = 100

function quoted(id: string): string {
  return JSON.stringify(id.length > LONGEST_QUOTE ? `${cutText(id, LONGEST_QUOTE)}…` : id)
}

/** The key's settings merged with the request's preferences. A field of the request overrides the key's. */
type Preferences = {
  order: readonly string[]
  sort: RouteSort | null
  /** The routes of all models are sorted as one list. */
  isSortedAcross: boolean
  allowFallbacks: boolean
  /** The field that an error names when `order` leaves no route. */
  orderParam: 'provider.order' | 'model'
  /** Fallback models. */
  models: readonly string[]
  /** Whether the request names them. Then each must be usable; unusable ones of the key are skipped. */
  areModelsRequested: boolean
}

function mergePreferences(
  routing: KeyRouting | undefined,
  { provider, models }: Pick<RouteRequest, 'provider' | 'models'>,
): Preferences {
  const sort = provider?.sort ?? routing?.sort ?? null
  return {
    order: provider?.order ?? routing?.order ?? [],
    sort: typeof sort === 'object' ? (sort?.by ?? null) : sort,
    isSortedAcross: typeof sort === 'object' && sort?.partition === 'none',
    allowFallbacks: provider?.allow_fallbacks ?? routing?.allowFallbacks ?? true,
    orderParam: provider?.order ? 'provider.order' : 'model',
    models: models ?? routing?.models ?? [],
    areModelsRequested: models != null,
  }
}

/** The fallback models. An unusable one from the key is skipped; one from the request must be usable. */
function fallbackModels(
  caller: Caller,
  request: RouteRequest,
  first: CatalogModel,
  { models, areModelsRequested, allowFallbacks }: Preferences,
  snapshot: CatalogSnapshot,
): CatalogModel[] {
  if (models.length === 0 || (!areModelsRequested && !allowFallbacks)) return []
  const found = areModelsRequested
    ? models.map((id, index) => findUsableModel(caller, id, `models[${index}]`, first.modality, snapshot))
    : models
        .filter((id) => refusesModel(caller, id) === undefined)
        .flatMap((id) => findModelOf(caller.customerId, id, snapshot) ?? [])
        .filter(({ modality }) => modality === request.modality)
  return [...new Set(found)].filter(({ id }) => id !== first.id)
}

/** Adds the customer's keys. Without fallbacks, keeps only the named providers, or the best route when none is named. */
function limited(
  routes: readonly ResolvedRoute[],
  { order, allowFallbacks }: Preferences,
  withKeys: (routes: readonly ResolvedRoute[]) => readonly ResolvedRoute[],
): readonly ResolvedRoute[] {
  if (allowFallbacks) return withKeys(routes)
  return order.length === 0
    ? withKeys(routes).slice(0, 1)
    : withKeys(routes.filter(({ providerId }) => order.includes(providerId)))
}

/** Whether the requested model can search the web. Throws like `resolveRoutes` if there is no such model. */
export function canSearchWeb(
  caller: Caller,
  request: Pick<RouteRequest, 'model' | 'models' | 'modality'>,
): boolean {
  return resolveModel(caller, request, catalogSnapshot()).routes.some(searchesWeb)
}

/**
 * The routes of the requested model (the first) and its fallbacks that support the request and that its preferences allow, at
 * the caller's prices. Throws a 400 that names the preference that leaves none.
 */
function filterRoutes(
  caller: Caller,
  models: readonly [CatalogModel, ...CatalogModel[]],
  request: RouteRequest,
  providers: CatalogSnapshot['providers'],
): readonly ResolvedRoute[] {
  const [requested] = models
  let left: readonly ResolvedRoute[] = atPricesOf(
    caller,
    models.length === 1 ? requested.routes : models.flatMap(({ routes }) => routes),
  )
  if (request.webSearch) {
    // A fallback must not enable a request that the requested model cannot serve.
    if (!requested.routes.some(searchesWeb))
      throw refuse('web_search', `The model ${JSON.stringify(requested.id)} cannot search the web.`)
    left = left.filter(searchesWeb)
  }
  for (const { param, isServedBy, refusal = `has no price for this ${param}` } of request.options ?? []) {
    left = left.filter(isServedBy)
    if (!requested.routes.some(isServedBy) || left.length === 0)
      throw new AppError('unsupported_parameter', {
        param,
        message: `The model ${JSON.stringify(requested.id)} ${refusal}.`,
      })
  }
  for (const { param, refusal, allows } of filtersOf(caller, request, providers)) {
    left = left.filter(allows)
    if (left.length === 0) throw refuse(param, `No provider of ${JSON.stringify(requested.id)} ${refusal}.`)
  }
  return left
}

function refuse(param: string, message: string): AppError {
  return new AppError('invalid_parameter', { param, message })
}

/**
 * Whether a route can search the web: its provider supports it, and the model is not known to lack it. A vendor bills its
 * own search separately, so a route without a price for it is left out.
 */
function searchesWeb({ target, supportedParameters, price }: ResolvedRoute): boolean {
  if (target.webSearch === 'native' && price.webSearch === null) return false
  if (target.webSearch === null && target.adapter !== 'sandbox') return false
  return supportedParameters.length === 0 || supportedParameters.includes('web_search')
}

type Order = { order: readonly string[]; sort: RouteSort | null }

/**
 * Routes in the order in which they are tried: named providers first, in their order; then by `sort`; then by the catalog's
 * priority. Routes of equal priority share the conversations by weight, or the calls if those belong to none.
 */
export function orderRoutes(
  routes: readonly ResolvedRoute[],
  { order, sort }: Order,
  conversation?: SteadyBy,
  random: () => number = Math.random,
): readonly ResolvedRoute[] {
  if (routes.length < 2) return routes
  return routes
    .map((route) => ({
      route,
      named: placeOf(route.providerId, order),
      figure: sort === null ? 0 : figureOf(route, sort, random),
      share: shareOf(route.weight, conversation ? drawOf(route.routeId, conversation) : random()),
    }))
    .sort(
      (a, b) =>
        a.named - b.named || a.figure - b.figure || a.route.priority - b.route.priority || a.share - b.share,
    )
    .map(({ route }) => route)
}

function placeOf(providerId: string, order: readonly string[]): number {
  const index = order.indexOf(providerId)
  return index < 0 ? order.length : index
}

/** Smaller is better. A route without a figure is 0, so it gets tried and measured. */
function figureOf(route: ResolvedRoute, sort: RouteSort, random: () => number): number {
  if (sort === 'price') return comparablePrice(route)
  const health = findRouteHealth(route.routeId)
  if (health === undefined || isDueAgain(health, random)) return 0
  if (sort === 'latency') return health.ttftMs ?? health.answerMs ?? 0
  return health.tokensPerSecond === undefined ? 0 : 1 / Math.max(health.tokensPerSecond, 1e-6)
}

const OLD_AFTER_MILLIS = 300_000
const SHARE_OF_OLD = 0.05

/** A route that was slow once would never be measured again, so a small share of calls retests old figures. */
function isDueAgain({ measuredAt }: RouteHealth, random: () => number): boolean {
  return performance.now() - measuredAt > OLD_AFTER_MILLIS && random() < SHARE_OF_OLD
}

/** For 720p: 1280 × 720 × 24 / 1024. Compares providers that bill tokens with those that bill seconds. */
const TOKENS_PER_SECOND = 21_600n

/** One number to compare providers of a model by. A chat reads about three tokens for each token it writes. */
function comparablePrice({ price }: ResolvedRoute): number {
  const { '720p': hd, '480p': small, '1080p': large } = price.videoSecond
  const second = hd || small || large
  const videoToken = price.videoToken + second / TOKENS_PER_SECOND
  const sound = price.character + price.audioSecond
  return Number(price.prompt * 3n + price.completion + price.imageMedium + videoToken + sound + price.request)
}

/** Sorting by this puts each route first in proportion to its weight (Efraimidis and Spirakis). */
function shareOf(weight: number, draw: number): number {
  return -Math.log(1 - draw) / weight
}
