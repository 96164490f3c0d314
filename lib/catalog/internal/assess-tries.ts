import type { RouteOutcomes } from '@/lib/usage/traffic'

export type Health = 'operational' | 'degraded' | 'down'

/** The latest tries say how it is now; so many are enough to judge by. */
const ENOUGH_TRIES = 20
const DOWN_FAILURES = 3
const DOWN_SHARE = 0.75
const DEGRADED_SHARE = 0.1

/**
 * What the latest tries say; undefined where there were none. Down: at least three failed, and three of four or more.
 * Degraded: one of ten or more failed, or more were limited than were not. `outcomes` come newest first.
 */
export function assessTries(outcomes: readonly RouteOutcomes[]): Health | undefined {
  const { answered, failed, limited } = latest(outcomes)
  const tries = answered + failed
  if (tries + limited === 0) return undefined
  if (failed >= DOWN_FAILURES && failed >= tries * DOWN_SHARE) return 'down'
  const isShaky = failed > 0 && failed >= tries * DEGRADED_SHARE
  return isShaky || limited > tries ? 'degraded' : 'operational'
}

/** Whole minutes, from the newest on, until there are enough. */
function latest(outcomes: readonly RouteOutcomes[]) {
  const sum = { answered: 0, failed: 0, limited: 0 }
  let at: number | undefined
  for (const { start, answered, failed, limited } of outcomes) {
    const isNextMinute = start.getTime() !== at
    if (isNextMinute && sum.answered + sum.failed + sum.limited >= ENOUGH_TRIES) break
    at = start.getTime()
    sum.answered += answered
    sum.failed += failed
    sum.limited += limited
  }
  return sum
}
