import { clock } from '@/lib/platform/clock'
import type { Transaction } from '@/lib/platform/transaction'
import { announceKeysOf, revokeKeyRowsOf } from './repository'

/**
 * Ends all keys of a customer that is deleted, names included. Every node forgets them with the commit of `transaction`;
 * wait for `untilHeard` afterwards where it must have happened before one goes on.
 */
export async function revokeKeysOf(customerId: string, transaction: Transaction): Promise<void> {
  await announceKeysOf(customerId, transaction)
  await revokeKeyRowsOf(customerId, clock.now(), transaction)
}
