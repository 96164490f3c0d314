import { periodStart, recountKeySpend } from '@/lib/billing/key-spend'
import { clock } from '@/lib/platform/clock'
import { readKeyCost } from '@/lib/usage/read-usage'
import { toCallerKey } from '../presenter'
import type { KeyRow } from '../repository'

/** Of a key whose limit has changed: what it spent since the limit's period began counts, whatever the limit was then. */
export async function recountPeriod(row: KeyRow): Promise<void> {
  const { limitNanos, limitReset } = toCallerKey(row)
  const since = periodStart(limitReset, clock.now())
  if (limitNanos === null || since === null) return
  await recountKeySpend(row.id, since, (db) => readKeyCost(row, since, db))
}
