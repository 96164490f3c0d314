import type { ListedModel } from '@/lib/catalog/schema'
import { modalities } from '../modality-names'
import { mainPrice } from '../price/main-price'
import type { ListingSort } from './listing-query'

/** Measured figures of a model; null where there were too few requests to tell. */
export type MeasuredSpeed = { tps: number | null; ttftMs: number | null }

type Compare = (a: ListedModel, b: ListedModel) => number

/** The models in another order. What cannot be told stands last; what is alike goes by name. */
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

/** Kinds one after the other, for a picture and a million tokens do not compare. */
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
