import { clock } from '@/lib/platform/clock'
import { deleteTrafficBefore, foldTrafficBefore } from './internal/traffic-repository'

/** A while for what is still being settled; what comes later is moved later. */
const RIPE_AFTER_MILLIS = 5 * 60_000
/** Short statements: a settlement that comes late waits for one of them at most. */
const AT_ONCE = 250
/** Windows of a day begin at five minutes, longer ones at an hour. */
const KEEP_FIVE_MINUTES_MILLIS = 26 * 3_600_000
/** Rankings compare 90 days with the same hours 90 days earlier. */
const KEEP_HOURS_MILLIS = 92 * 86_400_000

/** Moves the traffic of minutes that are over into the rollups. Safe to run anywhere, any number of times. */
export async function foldTraffic(): Promise<void> {
  const now = clock.now().getTime()
  let folded: number
  do folded = await foldTrafficBefore(new Date(now - RIPE_AFTER_MILLIS), AT_ONCE)
  while (folded === AT_ONCE)
  await deleteTrafficBefore('five_minutes', new Date(now - KEEP_FIVE_MINUTES_MILLIS))
  await deleteTrafficBefore('hour', new Date(now - KEEP_HOURS_MILLIS))
}
