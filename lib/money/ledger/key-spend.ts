import type { PoolClient } from 'pg'
import { flushLedgerBriefly } from './ledger'
import { listKeySpend, replaceKeyPeriod } from './repository'

type LimitReset = 'daily' | 'weekly' | 'monthly' | null

/** Start of the calendar period (UTC; weeks begin on Monday) that a key's limit counts in; null: it never resets. */
export function periodStart(reset: LimitReset, now: Date): Date | null {
  if (reset === null) return null
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  if (reset === 'monthly') day.setUTCDate(1)
  if (reset === 'weekly') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day
}

/** When a key's limit is next reset; null: never. */
export function periodEnd(reset: LimitReset, now: Date): Date | null {
  const end = periodStart(reset, now)
  if (end === null) return null
  if (reset === 'monthly') end.setUTCMonth(end.getUTCMonth() + 1)
  else end.setUTCDate(end.getUTCDate() + (reset === 'weekly' ? 7 : 1))
  return end
}

export type KeySpend = {
  totalNanos: bigint
  periodNanos: bigint
  heldNanos: bigint
  periodStart: Date | null
}

/** What was spent through these keys, including the request just answered; a key that never spent has no entry. */
export async function readKeySpend(apiKeyIds: string[]): Promise<Map<string, KeySpend>> {
  await flushLedgerBriefly()
  const rows = await listKeySpend(apiKeyIds)
  return new Map(rows.map(({ apiKeyId, ...spend }) => [apiKeyId, spend]))
}

/**
 * What counts against a key's limit now, nano-USD: all that it spent, or what it spent since its limit was last reset.
 * A period that began later than the present one is of a shorter reset, which the key had before; what counted there
 * still counts.
 */
export function spentThisPeriod(reset: LimitReset, spend: KeySpend | undefined, now: Date): bigint {
  if (spend === undefined) return 0n
  const start = periodStart(reset, now)
  if (start === null) return spend.totalNanos
  return spend.periodStart !== null && spend.periodStart >= start ? spend.periodNanos : 0n
}

/**
 * A key's limit is new or has another reset: what counts in its period is what `count` returns, in nano-USD, while
 * nothing can be added. A key that never spent has nothing to count.
 */
export async function recountKeySpend(
  apiKeyId: string,
  periodStart: Date,
  count: (db: PoolClient) => Promise<bigint>,
): Promise<void> {
  await flushLedgerBriefly()
  await replaceKeyPeriod(apiKeyId, periodStart, count)
}
