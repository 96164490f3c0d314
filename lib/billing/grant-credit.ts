import type { Transaction } from '@/lib/platform/transaction'
import { insertCredit } from './repository'

/** Gives a customer credit that nobody paid for. Booked once per `key`, however often it is repeated; true when it was new. */
export function grantCredit(
  grant: { customerId: string; amountNanos: bigint; key: string },
  transaction?: Transaction,
): Promise<boolean> {
  return insertCredit({ ...grant, kind: 'grant', source: 'system:grants', purchasedNanos: 0n }, transaction)
}
