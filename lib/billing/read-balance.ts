import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { formatUsd } from '@/lib/platform/money'
import { flushBalance } from './flush-balance'
import { findBalance } from './repository'
import type { BalanceReply } from './schema'

/** What the caller's customer has, what is held, and what it has bought and used in all. */
export async function readBalance(caller: Caller): Promise<BalanceReply> {
  await flushBalance(caller.customerId)
  const row = await findBalance(caller.customerId)
  const balance = row?.balanceNanos ?? 0n
  const held = row?.heldNanos ?? 0n
  return {
    currency: 'USD',
    balance: formatUsd(balance),
    held: formatUsd(held),
    available: formatUsd(balance - held),
    total_purchased: formatUsd(row?.purchasedNanos ?? 0n),
    total_used: formatUsd(row?.usedNanos ?? 0n),
    updated_at: (row?.updatedAt ?? clock.now()).toISOString(),
  }
}
