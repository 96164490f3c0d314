import type { RouteObstacle } from '@/lib/catalog/schema'
import type { OperatorRoute, RouteOrderRequest } from '@/lib/operators/catalog-schema'

/** A line of the order while it is edited: figures as they are typed. */
export type RouteDraft = {
  id: string
  name: string
  obstacle: RouteObstacle | null
  place: string
  weight: string
  saved: { place: string; weight: string }
}

/** Places are counted from 1, whatever numbers the catalog has: only their order means something. */
export function draftOf(routes: readonly OperatorRoute[]): RouteDraft[] {
  const ranks = [...new Set(routes.map(({ priority }) => priority))].sort((a, b) => a - b)
  return routes.map(({ id, provider_name, obstacle, priority, weight }) => {
    const saved = { place: String(ranks.indexOf(priority) + 1), weight: String(weight) }
    return { id, name: provider_name, obstacle, ...saved, saved }
  })
}

/** What is sent; null while a figure is none. */
export function toPlaces(drafts: readonly RouteDraft[]): NonNullable<RouteOrderRequest['routes']> | null {
  const places = drafts.map(({ id, place, weight }) => ({
    id,
    priority: wholeNumber(place),
    weight: wholeNumber(weight),
  }))
  const isWhole = places.every(({ priority, weight }) => priority !== null && weight !== null && weight >= 1)
  if (!isWhole) return null
  return places.map(({ id, priority, weight }) => ({ id, priority: priority ?? 0, weight: weight ?? 1 }))
}

/** How much of the calls a route gets while all is well. */
export function shareOf(draft: RouteDraft, drafts: readonly RouteDraft[]): string {
  if (draft.obstacle !== null) return 'None'
  const tried = drafts.filter(({ obstacle }) => obstacle === null)
  const place = wholeNumber(draft.place)
  const weight = wholeNumber(draft.weight)
  if (place === null || weight === null) return '–'
  if (tried.some((other) => (wholeNumber(other.place) ?? place) < place)) return 'When others fail'
  const beside = tried.filter((other) => wholeNumber(other.place) === place)
  const sum = beside.reduce((total, other) => total + (wholeNumber(other.weight) ?? 0), 0)
  return sum === 0 ? '–' : `${Math.round((weight / sum) * 100)} %`
}

function wholeNumber(text: string): number | null {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) : null
}
