import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { formatUsd } from '@/lib/platform/money'
import { flushBalance } from './balance'
import { periodEnd, readKeySpend, spentThisPeriod } from './key-spend'
import { findBalance } from './repository'
import type { QuotaReply } from './schema'

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
