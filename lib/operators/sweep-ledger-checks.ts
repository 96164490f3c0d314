import { clock } from '@/lib/platform/clock'
import { interruptLostChecks } from './repository'

/** A worker takes a check within seconds; one that nobody took for this long was lost. */
const TAKEN_WITHIN_MILLIS = 15 * 60_000

/** Checks that a crash cut off do not run any more, and say so. */
export async function sweepLedgerChecks(): Promise<void> {
  await interruptLostChecks(new Date(clock.now().getTime() - TAKEN_WITHIN_MILLIS))
}
