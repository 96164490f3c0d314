import { clock } from '@/lib/platform/clock'
import { foldTalliesBefore } from './internal/rollup-repository'

/** A quarter of an hour, and a while for what is still being settled. */
const RIPE_AFTER_MILLIS = 20 * 60_000
/** Short statements: a settlement that comes late waits for one of them at most. */
const AT_ONCE = 250

/** Moves the tallies of quarters that are over into the rollups. Safe to run anywhere, any number of times. */
export async function foldTallies(): Promise<void> {
  const before = new Date(clock.now().getTime() - RIPE_AFTER_MILLIS)
  let folded: number
  do folded = await foldTalliesBefore(before, AT_ONCE)
  while (folded === AT_ONCE)
}
