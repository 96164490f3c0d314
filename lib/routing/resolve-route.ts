import type { CatalogModel, CatalogSnapshot } from '@/lib/catalog/catalog-snapshot'
import { catalogSnapshot } from '@/lib/catalog/read-snapshot'
import type { Modality } from '@/lib/catalog/schema'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { orderRoutes } from './internal/order-routes'
import { isCooling } from './route-health'
import type { Resolution, ResolvedRoute, RouteRequest } from './schema'

export type { ResolvedRoute } from './schema'

/** Where a request may go, best first. Synchronous: everything it needs is in memory. */
export function resolveRoutes(
  caller: Caller,
  request: RouteRequest,
  snapshot: CatalogSnapshot = catalogSnapshot(),
): Resolution {
  const model = resolveModel(caller, request, snapshot)
  const routing = caller.apiKey?.routing ?? null
  const own = orderRoutes(model.routes, routing)
  if (routing === null || routing.models.length === 0) return { model, routes: rested(limited(own, routing)) }
  const others = fallbackModels(caller, model, routing.models, snapshot)
  const all = [...own, ...others.flatMap((other) => orderRoutes(other.routes, routing))]
  return { model, routes: rested(limited(all, routing)) }
}

function resolveModel(caller: Caller, request: RouteRequest, snapshot: CatalogSnapshot): CatalogModel {
  const id = requestedId(caller, request)
  const model = snapshot.models.get(id)
  if (model === undefined)
    throw new AppError('model_not_found', { param: 'model', message: `There is no model ${quoted(id)}.` })
  if (!isAllowed(caller, id))
    throw new AppError('model_not_allowed', {
      param: 'model',
      message: `This API key may not use the model ${quoted(id)}.`,
    })
  if (model.modality !== request.modality) throw wrongModality(id, model.modality, request.modality)
  return model
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

function wrongModality(id: string, is: Modality, wanted: Modality): AppError {
  return new AppError('invalid_parameter', {
    param: 'model',
    message: `${quoted(id)} is a model for ${is}, not for ${wanted}.`,
  })
}

function fallbackModels(
  caller: Caller,
  first: CatalogModel,
  ids: readonly string[],
  snapshot: CatalogSnapshot,
): CatalogModel[] {
  return [...new Set(ids)]
    .filter((id) => id !== first.id && isAllowed(caller, id))
    .flatMap((id) => snapshot.models.get(id) ?? [])
    .filter((model) => model.modality === first.modality)
}

function isAllowed(caller: Caller, id: string): boolean {
  const allowed = caller.apiKey?.allowedModels ?? null
  return allowed === null || allowed.includes(id)
}

/** Routes that failed a moment ago go last, so that an outage does not cost every request a wait. */
function rested(routes: readonly ResolvedRoute[]): readonly ResolvedRoute[] {
  if (routes.length < 2 || !routes.some(({ routeId }) => isCooling(routeId))) return routes
  const cooling = new Set(routes.filter(({ routeId }) => isCooling(routeId)))
  return [...routes.filter((route) => !cooling.has(route)), ...cooling]
}

function limited(
  routes: readonly ResolvedRoute[],
  routing: { allowFallbacks: boolean } | null,
): readonly ResolvedRoute[] {
  return routing === null || routing.allowFallbacks ? routes : routes.slice(0, 1)
}

const LONGEST_QUOTE = 100

function quoted(id: string): string {
  return JSON.stringify(id.length > LONGEST_QUOTE ? `${id.slice(0, LONGEST_QUOTE)}…` : id)
}
