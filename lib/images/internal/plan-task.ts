import type { CatalogModel } from '@/lib/catalog/catalog-snapshot'
import { catalogSnapshot } from '@/lib/catalog/read-snapshot'
import { ImageCapabilities } from '@/lib/catalog/schema'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { type ResolvedRoute, resolveRoutes } from '@/lib/routing/resolve-routes'
import type { ImageTaskKind } from '../schema'
import { boundCost } from './bound-cost'
import { missingAbility } from './missing-ability'
import type { PlannedRoute, TaskSettings } from './task-record'

export type TaskRequest = {
  kind: ImageTaskKind
  /** As the caller wrote it. */
  model: string | undefined
  prompt: string | null
  settings: TaskSettings
}

/** Where a task may be drawn, best first, and the most that it can cost. */
export type TaskPlan = { model: CatalogModel; routes: PlannedRoute[]; worstCaseNanos: bigint }

/** Throws 404, 403 or 400 naming `model`, or the field that asks for what the model cannot do. */
export function planTask(caller: Caller, request: TaskRequest): TaskPlan {
  const { model, routes } = resolveRoutes(caller, { model: request.model, modality: 'image' })
  const missing = missingAbility(abilitiesOf(model), request)
  if (missing)
    throw new AppError('invalid_parameter', {
      param: missing.param,
      message: `The model ${JSON.stringify(model.id)} ${missing.reason}.`,
    })
  // Models that the key lets step in may be able to do less.
  const able = routes.filter((route) => route.modelId === model.id || canServe(route, request))
  return {
    model,
    routes: able.map(({ modelId, routeId, priceId, pricing }) => ({
      modelId,
      routeId,
      priceId,
      billsTokens: pricing.image === undefined,
    })),
    worstCaseNanos: boundCost(able, request),
  }
}

function canServe(route: ResolvedRoute, request: TaskRequest): boolean {
  const model = catalogSnapshot().models.get(route.modelId)
  return model !== undefined && missingAbility(abilitiesOf(model), request) === undefined
}

/** What a model does not declare is not known, and then the upstream is asked. */
function abilitiesOf(model: CatalogModel): ImageCapabilities {
  const declared = ImageCapabilities.safeParse(model.capabilities)
  return declared.success ? declared.data : ImageCapabilities.parse({})
}
