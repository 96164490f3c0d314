import type { KeyRouting } from '@/lib/platform/caller'
import { findRouteHealth } from '../route-health'
import type { ResolvedRoute } from '../schema'

type Preferences = Pick<KeyRouting, 'order' | 'sort'>

/**
 * One model's routes in the order of trying: providers that the key names, in its order; then by the key's `sort`; then
 * by the catalog's priority, where routes of equal priority share the calls by their weights.
 */
export function orderRoutes(
  routes: readonly ResolvedRoute[],
  preferences: Preferences | null,
  random: () => number = Math.random,
): readonly ResolvedRoute[] {
  if (routes.length < 2) return routes
  const { order, sort } = preferences ?? { order: [], sort: null }
  return routes
    .map((route) => ({
      route,
      named: placeOf(route.providerId, order),
      figure: sort === null ? 0 : figureOf(route, sort),
      share: shareOf(route.weight, random),
    }))
    .sort(
      (a, b) =>
        a.named - b.named || a.figure - b.figure || a.route.priority - b.route.priority || a.share - b.share,
    )
    .map(({ route }) => route)
}

function placeOf(providerId: string, order: readonly string[]): number {
  const place = order.indexOf(providerId)
  return place < 0 ? order.length : place
}

/** Smaller is better. What was never measured is 0, so that it is tried and measured. */
function figureOf(route: ResolvedRoute, sort: NonNullable<KeyRouting['sort']>): number {
  if (sort === 'price') return comparablePrice(route)
  const health = findRouteHealth(route.routeId)
  if (sort === 'latency') return health?.ttftMs ?? 0
  return health?.tokensPerSecond === undefined ? 0 : 1 / Math.max(health.tokensPerSecond, 1e-6)
}

/** One number to compare providers of the same model by; a chat reads about three tokens for each that it writes. */
function comparablePrice({ price }: ResolvedRoute): number {
  return Number(price.prompt * 3n + price.completion + price.imageMedium + price.videoToken + price.request)
}

/** Sorting by this draws each route first in proportion to its weight (Efraimidis and Spirakis). */
function shareOf(weight: number, random: () => number): number {
  return -Math.log(1 - random()) / weight
}
