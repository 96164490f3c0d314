import { remember } from '@/lib/platform/remember'

/** How a try on a route ended. A refusal that is the caller's own fault is `ok`: the route works. */
export type RouteOutcome = {
  ok: boolean
  /** Time to the first byte. */
  ttftMs?: number | undefined
  tokensPerSecond?: number | undefined
  /** What the upstream said when it refused for now. */
  retryAfterSeconds?: number | undefined
}

export type RouteHealth = {
  /** Undefined until measured. */
  ttftMs: number | undefined
  tokensPerSecond: number | undefined
  failuresInARow: number
  /** Until then other routes go first; milliseconds of the monotonic clock. */
  coolingUntil: number
}

/** How much a new figure counts against those before it. */
const FRESHNESS = 0.2
const FIRST_REST_MILLIS = 1000
const LONGEST_REST_MILLIS = 60_000
const LONGEST_RETRY_AFTER_MILLIS = 300_000

const healthById = remember('route-health', () => new Map<string, RouteHealth>())

/** Called after every try; kept in this process only, for it is cheap to learn again. */
export function reportRouteOutcome(routeId: string, outcome: RouteOutcome): void {
  const health = healthById.get(routeId) ?? newHealth()
  healthById.set(routeId, health)
  health.ttftMs = blend(health.ttftMs, outcome.ttftMs)
  health.tokensPerSecond = blend(health.tokensPerSecond, outcome.tokensPerSecond)
  if (outcome.ok) {
    health.failuresInARow = 0
    health.coolingUntil = 0
    return
  }
  health.failuresInARow += 1
  health.coolingUntil = performance.now() + restMillis(health.failuresInARow, outcome.retryAfterSeconds)
}

export function findRouteHealth(routeId: string): Readonly<RouteHealth> | undefined {
  return healthById.get(routeId)
}

/** Whether the route failed a moment ago and should rest while there are others. */
export function isCooling(routeId: string): boolean {
  const health = healthById.get(routeId)
  return health !== undefined && health.coolingUntil > 0 && health.coolingUntil > performance.now()
}

function newHealth(): RouteHealth {
  return { ttftMs: undefined, tokensPerSecond: undefined, failuresInARow: 0, coolingUntil: 0 }
}

function blend(before: number | undefined, now: number | undefined): number | undefined {
  if (now === undefined || !Number.isFinite(now)) return before
  return before === undefined ? now : before + FRESHNESS * (now - before)
}

/** Twice as long after every further failure, and never shorter than what the upstream asked for. */
function restMillis(failures: number, retryAfterSeconds: number | undefined): number {
  const own = Math.min(FIRST_REST_MILLIS * 2 ** (failures - 1), LONGEST_REST_MILLIS)
  const asked = Math.min((retryAfterSeconds ?? 0) * 1000, LONGEST_RETRY_AFTER_MILLIS)
  return Math.max(own, asked)
}
