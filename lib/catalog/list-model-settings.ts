import { clock } from '@/lib/platform/clock'
import { listModelRows } from './internal/operations/repository'
import { catalogSnapshot } from './read-snapshot'
import { Modality, Pricing } from './schema'

/** A model as its operator finds it in a list. */
export type ModelSettings = {
  id: string
  name: string
  modality: Modality
  enabled: boolean
  isCallable: boolean
  /** Who serves it or would, in the order in which they are tried. */
  providers: { id: string; isCallable: boolean }[]
  /** Of the route that is tried first, callable or not. */
  pricing: Pricing | null
}

/** Every model that is not withdrawn, by id. */
export async function listModelSettings(): Promise<ModelSettings[]> {
  const rows = await listModelRows(clock.now())
  const { models } = catalogSnapshot()
  return rows.map(({ routes, ...row }) => {
    const callable = new Set(models.get(row.id)?.routes.map(({ routeId }) => routeId))
    const ordered = routes.toSorted(
      (a, b) => (a.operatorPriority ?? a.priority) - (b.operatorPriority ?? b.priority),
    )
    return {
      id: row.id,
      name: row.name,
      modality: Modality.parse(row.modality),
      enabled: row.enabled,
      isCallable: models.has(row.id),
      providers: ordered.map(({ id, providerId }) => ({ id: providerId, isCallable: callable.has(id) })),
      pricing: Pricing.safeParse(ordered[0]?.prices[0]?.pricing).data ?? null,
    }
  })
}
