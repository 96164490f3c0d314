import type { Health } from './assess-tries'
import type { ProbeRow } from './probe-repository'

/** A probe says nothing of how it is long after it. */
const TELLING_MILLIS = 15 * 60_000
const DOWN_FAILURES = 3

/** What the latest probe of an idle provider says; undefined where there is none that is recent. */
export function assessProbe(probe: ProbeRow | undefined, now: Date): Health | undefined {
  if (probe === undefined || now.getTime() - probe.checkedAt.getTime() > TELLING_MILLIS) return undefined
  if (probe.failuresInARow === 0) return 'operational'
  return probe.failuresInARow >= DOWN_FAILURES ? 'down' : 'degraded'
}
