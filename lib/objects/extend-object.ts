import type { Transaction } from '@/lib/platform/transaction'
import { extendRow } from './repository'

/**
 * Keeps a customer's object longer than it was stored for: what is stored for a short time, and extended in the transaction
 * that writes its id down, is swept where a crash comes in between. Throws when it is not there any more.
 */
export async function extendObject(
  { customerId, id, expiresAt }: { customerId: string; id: string; expiresAt: Date },
  transaction: Transaction,
): Promise<void> {
  if (!(await extendRow(customerId, id, expiresAt, transaction)))
    throw new Error('the object that is to be kept longer is not there any more')
}
