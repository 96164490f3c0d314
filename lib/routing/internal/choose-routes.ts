import type { CatalogModel, CatalogSnapshot } from '@/lib/catalog/catalog-snapshot'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import type { ResolvedRoute, RouteRequest } from '../schema'
import { filterRoutes } from './filter-routes'
import { findUsableModel } from './find-usable-model'
import { isAllowed } from './is-allowed'
import type { Preferences } from './merge-preferences'
import { orderRoutes } from './order-routes'

/**
 * The routes of a request with preferences, and of the models that may step in. Never empty:
 * a preference that leaves none throws.
 */
export function chooseRoutes(
  caller: Caller,
  request: RouteRequest,
  model: CatalogModel,
  preferences: Preferences | undefined,
  snapshot: CatalogSnapshot,
): readonly ResolvedRoute[] {
  const models = [model, ...stepIns(caller, request, model, preferences, snapshot)] as const
  const able = filterRoutes(models, request, snapshot.providers)
  const lists =
    preferences?.isSortedAcross === true
      ? [able]
      : models.map(({ id }) => able.filter(({ modelId }) => modelId === id))
  const routes = lists.flatMap((list) => limited(orderRoutes(list, preferences), preferences))
  if (routes.length === 0)
    throw new AppError('invalid_parameter', {
      param: preferences?.orderParam ?? 'model',
      message: `None of the providers that may be tried in order serves ${JSON.stringify(model.id)}, and fallbacks are not allowed.`,
    })
  return routes
}

/** The models after the one asked for. What the key names and cannot be used is passed over; what the request names must be usable. */
function stepIns(
  caller: Caller,
  request: RouteRequest,
  first: CatalogModel,
  preferences: Preferences | undefined,
  snapshot: CatalogSnapshot,
): CatalogModel[] {
  if (preferences === undefined) return []
  const { models, areModelsAsked, allowFallbacks } = preferences
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
  preferences: Preferences | undefined,
): readonly ResolvedRoute[] {
  if (preferences === undefined || preferences.allowFallbacks) return routes
  const { order } = preferences
  return order.length === 0
    ? routes.slice(0, 1)
    : routes.filter(({ providerId }) => order.includes(providerId))
}
