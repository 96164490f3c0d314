import type { CatalogModel, CatalogSnapshot } from '@/lib/catalog/catalog-snapshot'
import { catalogSnapshot } from '@/lib/catalog/read-snapshot'
import type { Modality } from '@/lib/catalog/schema'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { chooseRoutes } from './internal/choose-routes'
import { findUsableModel } from './internal/find-usable-model'
import { mergePreferences } from './internal/merge-preferences'
import { orderRoutes } from './internal/order-routes'
import type { Resolution, RouteRequest } from './schema'

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
  const preferences = mergePreferences(caller.apiKey?.routing ?? null, request)
  // Nearly every request: no preferences, nothing to leave out.
  if (preferences === undefined && !request.webSearch && !request.options?.length)
    return { model, routes: orderRoutes(model.routes, undefined) }
  return { model, routes: chooseRoutes(caller, request, model, preferences, snapshot) }
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
