import type { CatalogRoute } from '@/lib/catalog/catalog-snapshot'
import { catalogSnapshot } from '@/lib/catalog/read-snapshot'
import type { PlannedRoute } from './task-record'

/** The route as the catalog has it now; undefined while it is switched off or its provider has no key. */
export function findRoute({ modelId, routeId }: PlannedRoute): CatalogRoute | undefined {
  return catalogSnapshot()
    .models.get(modelId)
    ?.routes.find((route) => route.routeId === routeId)
}
