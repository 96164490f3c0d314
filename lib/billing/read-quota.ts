import type { Caller } from '@/lib/platform/caller'
import { formatUsd } from '@/lib/platform/money'
import { flushLedgerBriefly } from './ledger'
import { findBalance } from './repository'
import type { QuotaReply } from './schema'

/** What the caller's customer may use: prepaid credit, so the limit is what it ever got and may still spend or has spent. */
export async function readQuota(caller: Caller): Promise<QuotaReply> {
  await flushLedgerBriefly()
  const row = await findBalance(caller.customerId)
  const balance = row?.balanceNanos ?? 0n
  const held = row?.heldNanos ?? 0n
  const used = row?.usedNanos ?? 0n
  return {
    plan: 'pay_as_you_go',
    unit: 'USD',
    limit: formatUsd(used + balance),
    used: formatUsd(used),
    held: formatUsd(held),
    remaining: formatUsd(balance - held),
    resets_at: null,
    unlimited: false,
  }
}
