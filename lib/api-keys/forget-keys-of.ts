import type { Transaction } from '@/lib/platform/transaction'
import { announceKeysOf } from './repository'

/**
 * What a customer's keys open has changed: with the commit of `transaction` every node forgets what it knows of them.
 * Wait for `untilHeard` afterwards where it must have happened before one goes on.
 */
export function forgetKeysOf(customerId: string, transaction: Transaction): Promise<void> {
  return announceKeysOf(customerId, transaction)
}
