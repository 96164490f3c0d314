import { periodStart } from './period-start'
import type { KeySpend } from './read-key-spend'

/**
 * What counts against a key's limit now, nano-USD: all that it spent, or what it spent since its limit was last reset. A
 * period that began later than the present one is of a shorter reset, which the key had before; what counted there counts.
 */
export function spentThisPeriod(
  reset: Parameters<typeof periodStart>[0],
  spend: KeySpend | undefined,
  now: Date,
): bigint {
  if (spend === undefined) return 0n
  const start = periodStart(reset, now)
  if (start === null) return spend.totalNanos
  return spend.periodStart !== null && spend.periodStart >= start ? spend.periodNanos : 0n
}
