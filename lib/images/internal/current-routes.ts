import { catalogSnapshot } from '@/lib/catalog/read-snapshot'
import type { ResolvedRoute } from '@/lib/routing/schema'
import type { PlannedRoute } from './task-record'

/** A task's routes as the catalog has them now. */
export function currentRoutes(planned: readonly PlannedRoute[]): ResolvedRoute[] {
  const { models } = catalogSnapshot()
  return planned.flatMap(
    ({ modelId, routeId }) => models.get(modelId)?.routes.find((route) => route.routeId === routeId) ?? [],
  )
}
