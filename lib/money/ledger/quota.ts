import type { PoolClient } from 'pg'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { formatUsd } from '@/lib/platform/money'
import { flushBalance } from './balance'
import { flushLedgerBriefly } from './ledger'
import {
  type BudgetSpendRow,
  deleteBudgetSpend,
  deleteEndedBudgetSpend,
  findBalance,
  listBudgetSpend,
  listKeySpend,
  moveBudgetPeriods,
  replaceKeyPeriod,
} from './repository'
import type { QuotaReply } from './schema'

type LimitReset = 'daily' | 'weekly' | 'monthly' | null

/** Start of a key limit's current period, by UTC (weeks start on Monday); null: the limit never resets. */
export function periodStart(reset: LimitReset, now: Date): Date | null {
  if (reset === null) return null
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  if (reset === 'monthly') day.setUTCDate(1)
  if (reset === 'weekly') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day
}

/** When a key's limit resets next; null: never. */
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

/** Spend by API key id, including the latest request; a key that never spent has none. */
export async function readKeySpend(apiKeyIds: string[]): Promise<Map<string, KeySpend>> {
  await flushLedgerBriefly()
  const rows = await listKeySpend(apiKeyIds)
  return new Map(rows.map(({ apiKeyId, ...spend }) => [apiKeyId, spend]))
}

/**
 * What counts against a key's limit now, nano-USD: its total spend, or its spend since the last reset. A stored period that
 * began after the current one is from a shorter reset that the key had before; its spend still counts.
 */
export function spentThisPeriod(reset: LimitReset, spend: KeySpend | undefined, now: Date): bigint {
  if (spend === undefined) return 0n
  const start = periodStart(reset, now)
  if (start === null) return spend.totalNanos
  return spend.periodStart !== null && spend.periodStart >= start ? spend.periodNanos : 0n
}

/**
 * Recounts a key's spend after its limit or reset changed: `count` returns the period's spend in nano-USD while the key's
 * row is locked. Does nothing for a key that never spent.
 */
export async function recountKeySpend(
  apiKeyId: string,
  periodStart: Date,
  count: (db: PoolClient) => Promise<bigint>,
): Promise<void> {
  await flushLedgerBriefly()
  await replaceKeyPeriod(apiKeyId, periodStart, count)
}

/** What counts against a customer's budgets, including the latest request: of each the `limit` values with the most. */
export async function readBudgetSpend(customerId: string, limit: number): Promise<BudgetSpendRow[]> {
  await flushLedgerBriefly()
  return listBudgetSpend(customerId, clock.now(), limit)
}

/** Deletes what was spent in periods that are over. Safe to repeat on any process. */
export function sweepBudgetSpend(): Promise<void> {
  return deleteEndedBudgetSpend(clock.now())
}

export { type BudgetSpendRow, deleteBudgetSpend, moveBudgetPeriods }

/**
 * What the caller may spend. Credit is prepaid, so a customer's limit is all credit it ever received. A key with a limit gets
 * that limit, and never more remaining than the customer's credit.
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

/** Throws 402 where the balance or the key's limit is used up; holds do not count. */
export async function refuseWhenSpent(caller: Caller): Promise<void> {
  const row = await findBalance(caller.customerId)
  if ((row?.balanceNanos ?? 0n) <= 0n)
    throw new AppError('insufficient_quota', {
      message: 'The balance is used up. Add credit in the console under Billing.',
      metadata: { limit_source: 'balance' },
    })
  const key = await readKeyQuota(caller, row?.balanceNanos ?? 0n)
  if (key && key.used >= key.limit)
    throw new AppError('key_limit_exceeded', {
      message: 'The spending limit of this API key is used up. Raise it in the console under API keys.',
      metadata: { limit_source: 'key_limit', resets_at: key.resetsAt?.toISOString() ?? null },
    })
}
