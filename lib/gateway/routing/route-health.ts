import { LRUCache } from 'lru-cache'
import { logger } from '@/lib/platform/logger'
import { counter, gauge } from '@/lib/platform/metrics'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { ResolvedRoute } from './schema'
import { toAppError } from './upstream-fault'

/** Measured on one answer. */
type RouteFigures = {
  /** From the start of the try to the first byte of a stream. */
  ttftMs?: number | undefined
  /** From the start of the try to the end of a whole answer. */
  answerMs?: number | undefined
  tokensPerSecond?: number | undefined
}

export type RouteHealth = {
  /** Moving averages; undefined until measured. */
  ttftMs: number | undefined
  answerMs: number | undefined
  tokensPerSecond: number | undefined
  /** Time of the last measurement, in milliseconds of the monotonic clock like all times here. */
  measuredAt: number
  breaker: Breaker
  rateLimitsInARow: number
  /** The retry time that the upstream set. Nothing is sent before it. */
  restsUntil: number
  /** After a refusal without a retry time: other routes go first until then. */
  yieldsUntil: number
  /** The operator's keys at the last failure; undefined if it never failed. */
  failedWith: string | null | undefined
}

/** `last_resort`: tried only when no other route is left. `resting`: not tried. */
type RouteAvailability = 'ready' | 'last_resort' | 'resting'

/** Weight of a new figure in the moving average. */
const FRESHNESS = 0.2
const FIRST_YIELD_MILLIS = 1000
const LONGEST_YIELD_MILLIS = 30_000
/** Longer retry times are capped: they may mean another day. */
const LONGEST_REST_MILLIS = 300_000

/** Of this process alone: it is cheap to learn again. */
export const healthById = new LRUCache<string, RouteHealth>({ max: 20_000 })

export function findRouteHealth(routeId: string): Readonly<RouteHealth> | undefined {
  return healthById.get(routeId)
}

export function availabilityOf(routeId: string): RouteAvailability {
  const health = healthById.get(routeId)
  if (health === undefined) return 'ready'
  const now = performance.now()
  if (now < health.restsUntil) return 'resting'
  return now < health.yieldsUntil || !allowsTry(health.breaker, now) ? 'last_resort' : 'ready'
}

/** Whole seconds until the first of the routes may be tried again; undefined while any of them may be. */
export function restingSeconds(routes: readonly { routeId: string }[]): number | undefined {
  let first = Number.POSITIVE_INFINITY
  for (const { routeId } of routes) first = Math.min(first, healthById.get(routeId)?.restsUntil ?? 0)
  if (routes.length === 0 || first === 0) return undefined
  const left = first - performance.now()
  return left > 0 ? Math.ceil(left / 1000) : undefined
}

type Named = Pick<ResolvedRoute, 'routeId' | 'providerId' | 'modelId'>

export function recordRouteTry(route: Named, now: number): void {
  triedById.set(route.routeId, route)
  const health = healthById.get(route.routeId)
  if (health) beginBreakerTry(health.breaker, now)
}

/** The routes that this process has tried, for metrics. */
const triedById = new Map<string, Named>()

const places = ['provider', 'model'] as const
const ofRoutes = (measure: (routeId: string) => number) => () =>
  [...triedById.values()].map(({ routeId, providerId: provider, modelId: model }) => ({
    labels: { provider, model },
    value: measure(routeId),
  }))
const breakerValues = { closed: 0, half_open: 1, open: 2 }

gauge(
  'upstream_breaker_state',
  'Circuit breaker of each tried route, in its worst state of any process: 0 closed, 1 half open, 2 open.',
  places,
  ofRoutes((routeId) => breakerValues[healthById.get(routeId)?.breaker.state ?? 'closed']),
  { shared: true },
)
gauge(
  'upstream_resting',
  '1 while the upstream of a tried route has asked to wait.',
  places,
  ofRoutes((routeId) => (availabilityOf(routeId) === 'resting' ? 1 : 0)),
  { shared: true },
)
export const upstreamTries = counter(
  'upstream_tries_total',
  'Calls of upstreams by outcome: ok, or how they failed.',
  [...places, 'outcome'],
)

/** The upstream answered, even if it refused the request: the route works. */
export function recordRouteSuccess(routeId: string): void {
  const health = healthOf(routeId)
  recordBreakerSuccess(health.breaker)
  health.rateLimitsInARow = 0
  health.yieldsUntil = 0
}

/** Returns true when this fault makes the route a last resort. */
export function recordRouteFault(routeId: string): boolean {
  const { breaker } = healthOf(routeId)
  const { openings } = breaker
  recordBreakerFault(breaker, performance.now())
  return breaker.openings > openings
}

/** The route is rate limited. That is no fault. */
export function recordRouteLimit(routeId: string, retryAfterSeconds: number | undefined): void {
  const health = healthOf(routeId)
  const now = performance.now()
  abandonBreakerTry(health.breaker, now)
  health.rateLimitsInARow += 1
  if (retryAfterSeconds) {
    health.restsUntil = now + Math.min(retryAfterSeconds * 1000, LONGEST_REST_MILLIS)
    return
  }
  const pause = Math.min(FIRST_YIELD_MILLIS * 2 ** (health.rateLimitsInARow - 1), LONGEST_YIELD_MILLIS)
  health.yieldsUntil = now + pause
}

/** The client aborted the try. */
export function recordRouteAbandoned(routeId: string): void {
  const health = healthById.get(routeId)
  if (health) abandonBreakerTry(health.breaker, performance.now())
}

export function recordRouteFigures(routeId: string, figures: RouteFigures): void {
  const health = healthOf(routeId)
  health.ttftMs = blend(health.ttftMs, figures.ttftMs)
  health.answerMs = blend(health.answerMs, figures.answerMs)
  health.tokensPerSecond = blend(health.tokensPerSecond, figures.tokensPerSecond)
  health.measuredAt = performance.now()
}

function healthOf(routeId: string): RouteHealth {
  const known = healthById.get(routeId)
  if (known) return known
  const made: RouteHealth = {
    ttftMs: undefined,
    answerMs: undefined,
    tokensPerSecond: undefined,
    measuredAt: 0,
    breaker: newBreaker(),
    rateLimitsInARow: 0,
    restsUntil: 0,
    yieldsUntil: 0,
    failedWith: undefined,
  }
  healthById.set(routeId, made)
  return made
}

function blend(before: number | undefined, now: number | undefined): number | undefined {
  if (now === undefined || !Number.isFinite(now)) return before
  return before === undefined ? now : before + FRESHNESS * (now - before)
}

const openings = new Map<string, Set<string>>()

/** The models by provider whose routes became a last resort in this process since the last call. */
export function drainBreakerOpenings(): ReadonlyMap<string, ReadonlySet<string>> {
  const taken = new Map(openings)
  openings.clear()
  return taken
}

/** Records what a failed try means for its route. */
export function recordFailure(route: ResolvedRoute, error: UpstreamError): void {
  const { routeId, target } = route
  healthOf(routeId).failedWith = target.storedSecrets
  // The sandbox fails when a prompt asks it to, which says nothing about the next prompt.
  if (target.adapter === 'sandbox') return
  if (error.fault === 'rate_limited') recordRouteLimit(routeId, error.retryAfterSeconds)
  // A model that is missing or not capable says nothing about the route's health.
  else if (error.fault === 'unsupported' || error.status === 404 || error.isOfRequest)
    recordRouteAbandoned(routeId)
  else if (error.fault === 'rejected') recordRouteSuccess(routeId)
  else if (recordRouteFault(routeId) && route.ownKeyFactor === undefined) {
    const { providerId: provider, modelId: model } = route
    openings.set(provider, (openings.get(provider) ?? new Set()).add(model))
    logger.warn(
      { provider, model, fault: error.fault },
      'a route fails too often: other routes go first for a while',
    )
  }
}

/** With new keys a provider may serve what it refused before, so its routes start fresh. */
export function forgetFormerKeys(routes: readonly ResolvedRoute[]): void {
  for (const { routeId, target } of routes) {
    const health = healthById.get(routeId)
    if (health?.failedWith === undefined || health.failedWith === target.storedSecrets) continue
    const anew = { breaker: newBreaker(), rateLimitsInARow: 0, restsUntil: 0, yieldsUntil: 0 }
    Object.assign(health, { ...anew, failedWith: undefined })
  }
}

/** Throws 429 while every upstream of a request waits for its retry time: nothing is called and no money is held. */
export function refuseWhileResting(routes: readonly ResolvedRoute[]): void {
  forgetFormerKeys(routes)
  const retryAfterSeconds = restingSeconds(routes)
  if (retryAfterSeconds !== undefined)
    throw toAppError(new UpstreamError('rate_limited', { retryAfterSeconds }))
}

/**
 * A circuit breaker, as plain data and functions. While *closed* it allows every try. It *opens* after three faults in a row,
 * or when half of the last twenty tries were faults; its route is then only a last resort for a while. After that it allows
 * one try (*half open*): a success closes it, a fault opens it for twice as long.
 *
 * All times are milliseconds of one monotonic clock.
 */
type Breaker = {
  state: 'closed' | 'open' | 'half_open'
  faultsInARow: number
  /** Whether each of the last tries was a fault, oldest first. */
  history: boolean[]
  /** Openings since the last success. */
  openings: number
  /** Open: no try is allowed before. Half open: the one allowed try may be in progress until then. */
  until: number
}

const FAULTS_IN_A_ROW = 3
const HISTORY_TRIES = 20
const FAULTS_IN_HISTORY = 10
const FIRST_BREAK_MILLIS = 1000
const LONGEST_BREAK_MILLIS = 60_000
/** After this long without an outcome, the next try is allowed. */
const PROBE_MILLIS = 15_000
/** Pauses vary by up to a quarter, so nodes that failed together do not come back together. */
const JITTER = 0.25

export function newBreaker(): Breaker {
  return { state: 'closed', faultsInARow: 0, history: [], openings: 0, until: 0 }
}

/** Whether a try is allowed now; otherwise the route is a last resort. */
export function allowsTry(breaker: Breaker, now: number): boolean {
  return breaker.state === 'closed' || now >= breaker.until
}

/** A try begins. The one try that an open breaker allows keeps others out until its outcome is known. */
export function beginBreakerTry(breaker: Breaker, now: number): void {
  if (breaker.state === 'closed' || now < breaker.until) return
  breaker.state = 'half_open'
  breaker.until = now + PROBE_MILLIS
}

/** A try ended without an outcome because its client left; the next try is allowed. */
export function abandonBreakerTry(breaker: Breaker, now: number): void {
  if (breaker.state === 'half_open') breaker.until = now
}

export function recordBreakerSuccess(breaker: Breaker): void {
  if (breaker.state !== 'closed') {
    breaker.state = 'closed'
    breaker.history = []
  }
  breaker.faultsInARow = 0
  breaker.openings = 0
  addToHistory(breaker, false)
}

export function recordBreakerFault(breaker: Breaker, now: number, random: () => number = Math.random): void {
  // A failed last resort changes nothing, or a busy route would never be probed.
  if (breaker.state === 'open' && now < breaker.until) return
  breaker.faultsInARow += 1
  addToHistory(breaker, true)
  if (breaker.state === 'closed' && !isTooFaulty(breaker)) return
  breaker.state = 'open'
  breaker.openings += 1
  breaker.until = now + restMillis(breaker.openings, random)
}

function isTooFaulty({ faultsInARow, history }: Breaker): boolean {
  if (faultsInARow >= FAULTS_IN_A_ROW) return true
  return history.length === HISTORY_TRIES && history.filter(Boolean).length >= FAULTS_IN_HISTORY
}

function addToHistory({ history }: Breaker, isFault: boolean): void {
  history.push(isFault)
  if (history.length > HISTORY_TRIES) history.shift()
}

/** Doubles with each opening, plus or minus the jitter. */
function restMillis(openings: number, random: () => number): number {
  const rest = Math.min(FIRST_BREAK_MILLIS * 2 ** (openings - 1), LONGEST_BREAK_MILLIS)
  return rest * (1 - JITTER + 2 * JITTER * random())
}
