import type { CatalogModel, CatalogSnapshot } from '@/lib/catalog/catalog-snapshot'
import { catalogSnapshot } from '@/lib/catalog/read-snapshot'
import type { Modality } from '@/lib/catalog/schema'
import type { Caller, KeyRouting } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { filterRoutes, orderRoutes } from './internal/route-choice'
import type { Resolution, ResolvedRoute, RouteRequest, RouteSort } from './schema'

export type { ResolvedRoute } from './schema'

/**
 * Where a request may go, best first. Synchronous: everything it needs is in memory. Throws 404, 403 or 400 naming the
 * model, or the preference that leaves no route.
 */
export function resolveRoutes(
  caller: Caller,
  request: RouteRequest,
  snapshot: CatalogSnapshot = catalogSnapshot(),
): Resolution {
  const model = resolveModel(caller, request, snapshot)
  const preferences = mergePreferences(caller.apiKey?.routing, request)
  const models = [model, ...stepIns(caller, request, model, preferences, snapshot)] as const
  const able = filterRoutes(models, request, snapshot.providers)
  const lists = preferences.isSortedAcross
    ? [able]
    : models.map(({ id }) => able.filter(({ modelId }) => modelId === id))
  const routes = lists.flatMap((list) => limited(orderRoutes(list, preferences), preferences))
  if (routes.length === 0)
    throw new AppError('invalid_parameter', {
      param: preferences.orderParam,
      message: `None of the providers that may be tried in order serves ${JSON.stringify(model.id)}, and fallbacks are not allowed.`,
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

/** A model that the caller may use for this. Throws 404, 403 or 400 naming `param`, the field that asks for it. */
function findUsableModel(
  caller: Caller,
  id: string,
  param: string,
  modality: Modality,
  snapshot: CatalogSnapshot,
): CatalogModel {
  const model = snapshot.models.get(id)
  if (model === undefined)
    throw new AppError('model_not_found', { param, message: `There is no model ${quoted(id)}.` })
  if (!isAllowed(caller, id))
    throw new AppError('model_not_allowed', {
      param,
      message: `This API key may not use the model ${quoted(id)}.`,
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
  return JSON.stringify(id.length > LONGEST_QUOTE ? `${id.slice(0, LONGEST_QUOTE)}…` : id)
}

/** Whether the caller's key may use the model. */
function isAllowed(caller: Caller, modelId: string): boolean {
  const allowed = caller.apiKey?.allowedModels ?? null
  return allowed === null || allowed.includes(modelId)
}

/** The key's settings and the request's preferences as one: a field of the request stands in for the key's. */
type Preferences = {
  order: readonly string[]
  sort: RouteSort | null
  /** Sorts the routes of all models as one list. */
  isSortedAcross: boolean
  allowFallbacks: boolean
  /** The field to name where `order` leaves nothing. */
  orderParam: 'provider.order' | 'model'
  /** Models that may step in. */
  models: readonly string[]
  /** The request names them: each has to be one. Of the key's those that are none are passed over. */
  areModelsAsked: boolean
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
    areModelsAsked: models != null,
  }
}

/** The models after the one asked for. What the key names and cannot be used is passed over; what the request names must be usable. */
function stepIns(
  caller: Caller,
  request: RouteRequest,
  first: CatalogModel,
  { models, areModelsAsked, allowFallbacks }: Preferences,
  snapshot: CatalogSnapshot,
): CatalogModel[] {
  if (!areModelsAsked && !allowFallbacks) return []
  const found = areModelsAsked
    ? models.map((id, place) => findUsableModel(caller, id, `models[${place}]`, first.modality, snapshot))
    : models
        .filter((id) => isAllowed(caller, id))
        .flatMap((id) => snapshot.models.get(id) ?? [])
        .filter(({ modality }) => modality === request.modality)
  return [...new Set(found)].filter(({ id }) => id !== first.id)
}

/** Without fallbacks: the providers that are named, or where none are the best one. */
function limited(
  routes: readonly ResolvedRoute[],
  { order, allowFallbacks }: Preferences,
): readonly ResolvedRoute[] {
  if (allowFallbacks) return routes
  return order.length === 0
    ? routes.slice(0, 1)
    : routes.filter(({ providerId }) => order.includes(providerId))
}
