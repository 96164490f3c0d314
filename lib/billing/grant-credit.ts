import type { Transaction } from '@/lib/platform/transaction'
import { insertCredit } from './repository'

/** What a new account begins with, once for each customer. */
export function grantTrial(
  { customerId, amountNanos }: { customerId: string; amountNanos: bigint },
  transaction: Transaction,
): Promise<boolean> {
  const key = `trial:${customerId}`
  const trial = { customerId, amountNanos, key, kind: 'trial', source: 'system:grants', purchasedNanos: 0n }
  return insertCredit(trial, transaction)
}

/** Gives a customer credit that nobody paid for. Booked once per `key`, however often it is repeated; true when it was new. */
export function grantCredit(
  grant: { customerId: string; amountNanos: bigint; key: string },
  transaction?: Transaction,
): Promise<boolean> {
  return insertCredit({ ...grant, kind: 'grant', source: 'system:grants', purchasedNanos: 0n }, transaction)
}
