import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { deleteMarksOf } from './internal/mark-repository'
import { clearOlderNames } from './internal/older-repository'
import { foldTalliesBefore } from './internal/rollup-repository'
import { deleteTrafficBefore, foldTrafficBefore } from './internal/traffic-repository'
import { clearNames, ensurePartitions, isInOpenBatch } from './repository'

/** A quarter hour, plus time for late settlements. */
const RIPE_AFTER_MILLIS = 20 * 60_000
/** Small batches: a late settlement waits for one of them at most. */
const AT_ONCE = 250

/** Moves tallies of past quarter hours into the rollups. Safe to repeat on any process. */
export async function foldTallies(): Promise<void> {
  const before = new Date(clock.now().getTime() - RIPE_AFTER_MILLIS)
  let folded: number
  do folded = await foldTalliesBefore(before, AT_ONCE)
  while (folded === AT_ONCE)
}

/** Time for late settlements; those that are even later move with the next run. */
const TRAFFIC_RIPE_AFTER_MILLIS = 5 * 60_000
/** Ranges up to a day start at any five minutes, longer ones at an hour. */
const KEEP_FIVE_MINUTES_MILLIS = 26 * 3_600_000
/** Days of every time zone are made of hours; rankings compare 90 days with the same hours 90 days earlier. */
export const KEEP_HOURS_MILLIS = 92 * 86_400_000

/** Moves the traffic of past minutes into the rollups, and deletes fine rollups that are old. Safe to repeat on any process. */
export async function foldTraffic(): Promise<void> {
  const now = clock.now().getTime()
  let folded: number
  do folded = await foldTrafficBefore(new Date(now - TRAFFIC_RIPE_AFTER_MILLIS), AT_ONCE)
  while (folded === AT_ONCE)
  await deleteTrafficBefore('five_minutes', new Date(now - KEEP_FIVE_MINUTES_MILLIS))
  await deleteTrafficBefore('hour', new Date(now - KEEP_HOURS_MILLIS))
}

/** Month partitions for this month and the next two. */
export function ensureUsagePartitions(): Promise<void> {
  return ensurePartitions(clock.now())
}

const ROWS_AT_ONCE = 5_000

/**
 * Removes names of keys, end users and tags from a deleted customer's rows. The figures stay: the ledger depends on them. False while a
 * batch that may have been read before is on its way to ClickHouse: then it is to be repeated.
 */
export async function forgetNames(customerId: string): Promise<boolean> {
  while ((await clearNames(customerId, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
  await deleteMarksOf(customerId)
  if (env().USAGE_STORE !== 'clickhouse') return true
  // In this order: what was read with names has arrived, or its batch is still open here.
  const isOnItsWay = await isInOpenBatch('clickhouse', customerId)
  await clearOlderNames(customerId)
  return !isOnItsWay
}
