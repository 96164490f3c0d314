import { randomUUID } from 'node:crypto'
import type { Caller } from '@/lib/platform/caller'
import { grantCredit, readBalance } from '../balance'
import { inspectLedger } from '../integrity'
import type { hold } from '../ledger'

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

export async function balanceOf(customerId: string) {
  const caller: Caller = { customerId, userId: 'usr_test', apiKey: null, isOperator: false }
  return readBalance(caller)
}

/** Number of customers whose stored balance or held sum differs from the ledger or the open holds; must be 0. */
export async function checkLedger(): Promise<number> {
  return (await inspectLedger()).drift.length
}
