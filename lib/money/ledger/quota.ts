import type { PoolClient } from 'pg'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { formatUsd } from '@/lib/platform/money'
import { flushBalance } from './balance'
import { flushLedgerBriefly } from './ledger'
import { findBalance, listKeySpend, replaceKeyPeriod } from './repository'
import type { QuotaReply } from './schema'

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

/**
 * What the caller may use. Credit is prepaid, so a customer's limit is all the credit it ever got: used, held and still
 * to spend. A key with a limit of its own sees that one, and never more remaining than the credit behind it.
 */
export async function readQuota(caller: Caller): Promise<QuotaReply> {
  await flushBalance(caller.customerId)
  const row = await findBalance(caller.customerId)
  const balance = row?.balanceNanos ?? 0n
  const held = row?.heldNanos ?? 0n
  const used = row?.usedNanos ?? 0n
  const credit = { limit: used + balance, used, held, remaining: balance - held, resetsAt: null }
  const quota = (await readKeyQuota(caller, credit.remaining)) ?? credit
  return {
    plan: 'pay_as_you_go',
    unit: 'USD',
    limit: formatUsd(quota.limit),
    used: formatUsd(quota.used),
    held: formatUsd(quota.held),
    remaining: formatUsd(quota.remaining),
    resets_at: quota.resetsAt?.toISOString() ?? null,
    unlimited: false,
  }
}

async function readKeyQuota({ apiKey }: Caller, credit: bigint) {
  if (apiKey === null || apiKey.limitNanos === null) return undefined
  const spend = (await readKeySpend([apiKey.id])).get(apiKey.id)
  const now = clock.now()
  const limit = apiKey.limitNanos
  const used = spentThisPeriod(apiKey.limitReset, spend, now)
  const held = spend?.heldNanos ?? 0n
  const left = limit - used - held
  const allowed = left > 0n ? left : 0n
  const remaining = allowed < credit ? allowed : credit
  return { limit, used, held, remaining, resetsAt: periodEnd(apiKey.limitReset, now) }
}

/** Throws 402 where the caller has nothing left, whatever is held at present. */
export async function refuseWhenSpent(caller: Caller): Promise<void> {
  const row = await findBalance(caller.customerId)
  if ((row?.balanceNanos ?? 0n) <= 0n)
    throw new AppError('insufficient_quota', {
      message: 'The balance is used up. Buy credit on the billing page of the console.',
      metadata: { limit_source: 'balance' },
    })
  const key = await readKeyQuota(caller, row?.balanceNanos ?? 0n)
  if (key && key.used >= key.limit)
    throw new AppError('key_limit_exceeded', {
      message: 'The spending limit of this API key is used up. Raise it on the page of API keys.',
      metadata: { limit_source: 'key_limit', resets_at: key.resetsAt?.toISOString() ?? null },
    })
}
