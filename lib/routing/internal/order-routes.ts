import { findRouteHealth, type RouteHealth } from '../route-health'
import type { ResolvedRoute, RouteSort } from '../schema'

type Order = { order: readonly string[]; sort: RouteSort | null }

/**
 * Routes in the order of trying: providers that are named, in their order; then by `sort`; then by the catalog's priority,
 * where routes of equal priority share the calls by their weights.
 */
export function orderRoutes(
  routes: readonly ResolvedRoute[],
  { order, sort }: Order,
  random: () => number = Math.random,
): readonly ResolvedRoute[] {
  if (routes.length < 2) return routes
  return routes
    .map((route) => ({
      route,
      named: placeOf(route.providerId, order),
      figure: sort === null ? 0 : figureOf(route, sort, random),
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
function figureOf(route: ResolvedRoute, sort: RouteSort, random: () => number): number {
  if (sort === 'price') return comparablePrice(route)
  const health = findRouteHealth(route.routeId)
  if (health === undefined || isDueAgain(health, random)) return 0
  if (sort === 'latency') return health.ttftMs ?? health.answerMs ?? 0
  return health.tokensPerSecond === undefined ? 0 : 1 / Math.max(health.tokensPerSecond, 1e-6)
}

const OLD_AFTER_MILLIS = 300_000
const SHARE_OF_OLD = 0.05

/** A route that was slow once would never be tried, and so never measured, again: now and then an old figure is tested. */
function isDueAgain({ measuredAt }: RouteHealth, random: () => number): boolean {
  return performance.now() - measuredAt > OLD_AFTER_MILLIS && random() < SHARE_OF_OLD
}

/** Of 720p, 1280 × 720 × 24 / 1024: what a provider that bills tokens counts where another bills the second. */
const TOKENS_PER_SECOND = 21_600n

/** One number to compare providers of the same model by; a chat reads about three tokens for each that it writes. */
function comparablePrice({ price }: ResolvedRoute): number {
  const { '720p': hd, '480p': small, '1080p': large } = price.videoSecond
  const second = hd || small || large
  const videoToken = price.videoToken + second / TOKENS_PER_SECOND
  return Number(price.prompt * 3n + price.completion + price.imageMedium + videoToken + price.request)
}

/** Sorting by this draws each route first in proportion to its weight (Efraimidis and Spirakis). */
function shareOf(weight: number, random: () => number): number {
  return -Math.log(1 - random()) / weight
}
