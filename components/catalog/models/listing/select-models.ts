import type { ListedModel, Modality } from '@/lib/catalog/models/schema'
import type { SpeedRanking } from '@/lib/catalog/rankings/schema'
import { modalities } from '../modality'
import { mainPrice } from '../price'
import { abilities, type ListingQuery, type ListingSort } from './listing-query'

/** The models that match a query, in the given order. */
export function filterModels(models: readonly ListedModel[], query: ListingQuery): ListedModel[] {
  const words = query.q.toLowerCase().split(/\s+/).filter(Boolean)
  const modality = query.modality ?? query.price?.modality ?? null
  return models.filter(
    (model) =>
      (modality === null || model.modality === modality) &&
      (query.providers.length === 0 || model.providers.some((id) => query.providers.includes(id))) &&
      (query.context === null || (model.context_length ?? 0) >= query.context) &&
      query.can.every((ability) => abilities[ability].has(model)) &&
      costsAtMost(model, query.price) &&
      matchesAll(model, words),
  )
}

/** A model matches when any of its providers is within the limit. */
function costsAtMost({ modality, routes }: ListedModel, step: ListingQuery['price']): boolean {
  if (step === null) return true
  return routes.some(({ pricing }) => {
    const price = mainPrice(modality, pricing)
    // Token prices do not compare with those of images, characters and minutes.
    if (price === null || (price.unit === 'tokens' && !['chat', 'embedding'].includes(modality))) return false
    return price.usd <= step.usd
  })
}

function matchesAll(model: ListedModel, words: readonly string[]): boolean {
  const text = [model.id, model.name, model.description, ...model.routes.map((route) => route.provider_name)]
    .join(' ')
    .toLowerCase()
  return words.every((word) => text.includes(word))
}

/** Measured speeds of a model; null where there were too few requests. */
export type MeasuredSpeed = { tps: number | null; ttftMs: number | null }

type Compare = (a: ListedModel, b: ListedModel) => number

/** Sorts models. Unknown values come last, equal ones by name. */
export function sortModels(
  models: readonly ListedModel[],
  sort: ListingSort,
  speeds: ReadonlyMap<string, MeasuredSpeed> = new Map(),
): ListedModel[] {
  const orders: Record<ListingSort, Compare> = {
    newest: (a, b) => b.created - a.created,
    name: () => 0,
    price: byPrice,
    context: ascending((model) => (model.context_length === null ? null : -model.context_length)),
    throughput: ascending(({ id }) => negated(speeds.get(id)?.tps)),
    latency: ascending(({ id }) => speeds.get(id)?.ttftMs ?? null),
  }
  return [...models].sort((a, b) => orders[sort](a, b) || byName(a, b))
}

function byName(a: ListedModel, b: ListedModel): number {
  return a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1)
}

/** By modality first, since prices of an image and a million tokens do not compare. */
function byPrice(a: ListedModel, b: ListedModel): number {
  const kinds = modalities.indexOf(a.modality) - modalities.indexOf(b.modality)
  if (kinds !== 0) return kinds
  const [first, second] = [a, b].map(({ modality, pricing }) => mainPrice(modality, pricing))
  if (first?.unit !== second?.unit) return (first?.unit ?? '~') < (second?.unit ?? '~') ? -1 : 1
  return (first?.usd ?? 0) - (second?.usd ?? 0)
}

function ascending(value: (model: ListedModel) => number | null): Compare {
  return (a, b) => {
    const [first, second] = [value(a), value(b)]
    if (first === null || second === null) return Number(first === null) - Number(second === null)
    return first - second
  }
}

function negated(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : -value
}

type Counted = { id: string; name: string; count: number }

/** The number of models of each provider, largest first. */
export function countByProvider(models: readonly ListedModel[]): Counted[] {
  const counted = new Map<string, Counted>()
  for (const { provider_id: id, provider_name: name } of models.flatMap(({ routes }) => routes))
    counted.set(id, { id, name, count: (counted.get(id)?.count ?? 0) + 1 })
  return [...counted.values()].sort((a, b) => b.count - a.count || a.name.localeCompare(b.name, 'en'))
}

/** The number of models of each modality, without empty ones. */
export function countByModality(models: readonly ListedModel[]): { modality: Modality; count: number }[] {
  return modalities
    .map((modality) => ({ modality, count: models.filter((model) => model.modality === modality).length }))
    .filter(({ count }) => count > 0)
}

/** The measured speeds by model id. */
export function measuredSpeeds({ throughput, latency }: SpeedRanking): Map<string, MeasuredSpeed> {
  const ids = new Set([...throughput, ...latency].map((row) => row.model_id))
  return new Map(
    [...ids].map((id) => [
      id,
      {
        tps: throughput.find((row) => row.model_id === id)?.tps_p50 ?? null,
        ttftMs: latency.find((row) => row.model_id === id)?.ttft_p50_ms ?? null,
      },
    ]),
  )
}
