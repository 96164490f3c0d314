import { clock } from '@/lib/platform/clock'
import { foldTalliesBefore } from './internal/rollup-repository'
import { deleteTrafficBefore, foldTrafficBefore } from './internal/traffic-repository'
import { clearKeyNames, ensurePartitions } from './repository'

/** A quarter of an hour, and a while for what is still being settled. */
const RIPE_AFTER_MILLIS = 20 * 60_000
/** Short statements: a late settlement waits for one of them at most. */
const AT_ONCE = 250

/** Moves the tallies of quarters that are over into the rollups. Safe to run anywhere, any number of times. */
export async function foldTallies(): Promise<void> {
  const before = new Date(clock.now().getTime() - RIPE_AFTER_MILLIS)
  let folded: number
  do folded = await foldTalliesBefore(before, AT_ONCE)
  while (folded === AT_ONCE)
}

/** A while for what is still being settled; what is settled later is moved later. */
const TRAFFIC_RIPE_AFTER_MILLIS = 5 * 60_000
/** Short statements: a late settlement waits for one of them at most. */
const TRAFFIC_AT_ONCE = 250
/** Windows of a day begin at five minutes, longer ones at an hour. */
const KEEP_FIVE_MINUTES_MILLIS = 26 * 3_600_000
/** Days of any zone are made of them; rankings compare 90 days with the same hours 90 days earlier. */
export const KEEP_HOURS_MILLIS = 92 * 86_400_000

/** Moves the traffic of minutes that are over into the rollups. Safe to run anywhere, any number of times. */
export async function foldTraffic(): Promise<void> {
  const now = clock.now().getTime()
  let folded: number
  do folded = await foldTrafficBefore(new Date(now - TRAFFIC_RIPE_AFTER_MILLIS), TRAFFIC_AT_ONCE)
  while (folded === TRAFFIC_AT_ONCE)
  await deleteTrafficBefore('five_minutes', new Date(now - KEEP_FIVE_MINUTES_MILLIS))
  await deleteTrafficBefore('hour', new Date(now - KEEP_HOURS_MILLIS))
}

/** Month partitions for this month and the next two. */
export function ensureUsagePartitions(): Promise<void> {
  return ensurePartitions(clock.now())
}

const ROWS_AT_ONCE = 5_000

/** The rows of a deleted customer no longer say what its keys were called. The figures stay: the ledger is made of them. */
export async function forgetKeyNames(customerId: string): Promise<void> {
  while ((await clearKeyNames(customerId, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
}
