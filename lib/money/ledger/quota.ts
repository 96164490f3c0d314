import type { PoolClient } from 'pg'
import type { Caller, SpendLimit } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { formatUsd } from '@/lib/platform/money'
import { flushBalance } from './balance'
import { type Reset, zonedPeriod } from './internal/zoned-period'
import { flushLedgerBriefly } from './ledger'
import {
  type BudgetSpendRow,
  deleteBudgetSpend,
  deleteEndedBudgetSpend,
  findBalance,
  listBudgetSpend,
  listKeySpend,
  moveBudgetPeriods,
  replacePeriod,
  type SpendPeriod,
} from './repository'
import type { QuotaReply } from './schema'

type LimitReset = Reset | null

/** Start of a limit's current period in a zone (weeks start on Monday); null: the limit never resets. */
export function periodStart(reset: LimitReset, now: Date, timezone = 'UTC'): Date | null {
  if (reset === null) return null
  if (timezone !== 'UTC') return zonedPeriod(reset, timezone, now).start
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  if (reset === 'monthly') day.setUTCDate(1)
  if (reset === 'weekly') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day
}

/** When a limit resets next; null: never. */
export function periodEnd(reset: LimitReset, now: Date, timezone = 'UTC'): Date | null {
  if (reset !== null && timezone !== 'UTC') return zonedPeriod(reset, timezone, now).end
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
export function spentThisPeriod(
  reset: LimitReset,
  spend: KeySpend | undefined,
  now: Date,
  timezone?: string,
): bigint {
  if (spend === undefined) return 0n
  const start = periodStart(reset, now, timezone)
  if (start === null) return spend.totalNanos
  return spend.periodStart !== null && spend.periodStart >= start ? spend.periodNanos : 0n
}

/**
 * Recounts what counts against a limit after it or its reset changed: `count` returns the period's spend in nano-USD while the
 * limit's row is locked. Does nothing for a key that never spent.
 */
export async function recountPeriod(
  period: SpendPeriod,
  count: (db: PoolClient) => Promise<bigint>,
): Promise<void> {
  await flushLedgerBriefly()
  await replacePeriod(period, count)
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
 * What the caller may spend. Credit is prepaid, so a customer's limit is all credit it ever received. A caller with limits gets the
 * one with the least left, and never more remaining than the customer's credit.
 */
export async function readQuota(caller: Caller): Promise<QuotaReply> {
  await flushBalance(caller.customerId)
  const row = await findBalance(caller.customerId)
  const balance = row?.balanceNanos ?? 0n
  const held = row?.heldNanos ?? 0n
  const used = row?.usedNanos ?? 0n
  const left = balance - held
  const credit = { source: 'balance' as const, limit: used + balance, used, held, left, resetsAt: null }
  const [first = credit, ...others] = await readLimits(caller)
  const quota = others.reduce((least, one) => (one.left < least.left ? one : least), first)
  const allowed = quota.left
  return {
    plan: 'pay_as_you_go',
    unit: 'USD',
    limit_source: quota.source,
    limit: formatUsd(quota.limit),
    used: formatUsd(quota.used),
    held: formatUsd(quota.held),
    remaining: formatUsd(allowed < left ? allowed : left),
    resets_at: quota.resetsAt?.toISOString() ?? null,
    unlimited: false,
  }
}

/** The limits of the caller's key, project, member and organization, with what is spent of them. */
async function readLimits({ apiKey, spendLimits = [] }: Caller) {
  const { id = '', limitNanos = null, limitReset: reset = null } = apiKey ?? {}
  const ofKey = { source: 'key_limit' as const, id, reset, timezone: 'UTC' }
  const limits = [...(limitNanos === null ? [] : [{ ...ofKey, limitNanos }]), ...spendLimits]
  if (limits.length === 0) return []
  const spend = await readKeySpend(limits.map((one) => one.id))
  const now = clock.now()
  return limits.map(({ source, id, limitNanos: limit, reset, timezone }) => {
    const row = spend.get(id)
    const used = spentThisPeriod(reset, row, now, timezone)
    const held = row?.heldNanos ?? 0n
    const left = limit - used - held
    const resetsAt = periodEnd(reset, now, timezone)
    return { source, id, limit, used, held, left: left > 0n ? left : 0n, resetsAt }
  })
}

/** Whose limit it is, by the prefix of the id. */
const spenders: Partial<Record<string, { source: SpendLimit['source']; name: string; place: string }>> = {
  proj: { source: 'project_limit', name: 'this API key’s project', place: 'Organization, Projects' },
  mbr: { source: 'member_limit', name: 'this member', place: 'Organization, Members' },
  cus: { source: 'organization_limit', name: 'the organization', place: 'Organization' },
}

/** For refusals: whose spending limit this is, and what to do. Undefined for a budget. */
export function spenderOf(id = '') {
  const spender = spenders[id.split('_')[0] ?? '']
  const advice = `An owner or admin can raise it in the console under ${spender?.place}.`
  return spender && { source: spender.source, name: `The spending limit of ${spender.name}`, advice }
}

/** Throws 402 where the balance or a limit of the caller is used up; holds do not count. */
export async function refuseWhenSpent(caller: Caller): Promise<void> {
  const row = await findBalance(caller.customerId)
  if ((row?.balanceNanos ?? 0n) <= 0n)
    throw new AppError('insufficient_quota', {
      message: 'The balance is used up. Add credit in the console under Billing.',
      metadata: { limit_source: 'balance' },
    })
  const spent = (await readLimits(caller)).find(({ used, limit }) => used >= limit)
  if (spent === undefined) return
  const metadata = { limit_source: spent.source, resets_at: spent.resetsAt?.toISOString() ?? null }
  const spender = spenderOf(spent.id)
  if (spender)
    throw new AppError('spend_limit_exceeded', {
      message: `${spender.name} is used up. ${spender.advice}`,
      metadata,
    })
  throw new AppError('key_limit_exceeded', {
    message: 'The spending limit of this API key is used up. Raise it in the console under API keys.',
    metadata,
  })
}
