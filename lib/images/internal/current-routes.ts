import { catalogSnapshot } from '@/lib/catalog/read-snapshot'
import { isCooling } from '@/lib/routing/route-health'
import type { ResolvedRoute } from '@/lib/routing/schema'
import type { PlannedRoute } from './task-record'

/** A task's routes as the catalog has them now; those that failed a moment ago go last. */
export function currentRoutes(planned: readonly PlannedRoute[]): ResolvedRoute[] {
  const { models } = catalogSnapshot()
  const routes = planned.flatMap(
    ({ modelId, routeId }) => models.get(modelId)?.routes.find((route) => route.routeId === routeId) ?? [],
  )
  return routes.toSorted((a, b) => Number(isCooling(a.routeId)) - Number(isCooling(b.routeId)))
}
