import { randomUUID } from 'node:crypto'
import type { Caller } from '@/lib/platform/caller'
import { pool } from '@/lib/platform/db'
import { grantCredit, readBalance } from '../balance'
import { claimShare, releaseUnsharedHolds, returnShare } from '../holds'
import { inspectLedger } from '../integrity'
import { flushLedger, type hold } from '../ledger'
import type { BalanceReply } from '../schema'

/** For tests: a customer with this credit, and functions to hold and read it. */
export async function customerWith(amountNanos: bigint): Promise<string> {
  const customerId = `cus_${randomUUID()}`
  await grantCredit({ customerId, amountNanos, key: `grant:${customerId}` })
  return customerId
}

export function holdItem(
  customerId: string,
  amount: bigint,
  extra: Partial<Parameters<typeof hold>[0]> = {},
) {
  return {
    id: `req_${randomUUID()}`,
    customer_id: customerId,
    api_key_id: null,
    amount: amount.toString(),
    limit: null,
    period: null,
    ...extra,
  }
}

/** Its settlement; 0 releases it. */
export function endOf({ id, customer_id }: { id: string; customer_id: string }, cost: string) {
  return { id, cost, owner: customer_id }
}

export async function balanceOf(customerId: string) {
  const caller: Caller = { customerId, userId: 'usr_test', apiKey: null, isOperator: false }
  return readBalance(caller)
}

/** The balance when all is written, however long that takes; its readers wait a second or two at most. */
export async function settledBalance(caller: Caller): Promise<BalanceReply> {
  await flushLedger()
  await releaseUnsharedHolds(caller.customerId)
  await flushLedger()
  return readBalance(caller)
}

/** Number of customers whose stored balance or held sum differs from the ledger or the open holds; must be 0. */
export async function checkLedger(): Promise<number> {
  return (await inspectLedger()).drift.length
}

/** Whether a pooled hold of the customer has this much room. */
export function isShared(customerId: string, amountNanos = 0n): boolean {
  const share = claimShare(customerId, amountNanos)
  if (share) returnShare(share, 0n)
  return share !== undefined
}

export async function heldOf(customerId: string): Promise<bigint> {
  const { rows } = await pool.query('SELECT held_nanos FROM balances WHERE customer_id = $1', [customerId])
  return BigInt(rows[0]?.held_nanos ?? 0)
}
