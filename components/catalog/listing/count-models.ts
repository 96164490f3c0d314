import type { ListedModel, Modality } from '@/lib/catalog/schema'
import { modalities } from '../modality-names'

export type Counted = { id: string; name: string; count: number }

/** How many models each provider serves, the largest first. */
export function countByProvider(models: readonly ListedModel[]): Counted[] {
  const counted = new Map<string, Counted>()
  for (const { provider_id: id, provider_name: name } of models.flatMap(({ routes }) => routes))
    counted.set(id, { id, name, count: (counted.get(id)?.count ?? 0) + 1 })
  return [...counted.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'en'))
}

/** How many models there are of each kind; kinds without any are left out. */
export function countByModality(models: readonly ListedModel[]): { modality: Modality; count: number }[] {
  return modalities
    .map((modality) => ({ modality, count: models.filter((model) => model.modality === modality).length }))
    .filter(({ count }) => count > 0)
}
