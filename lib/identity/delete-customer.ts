import { revokeKeysOf } from '@/lib/api-keys/keys-of-customers'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/transaction'
import { deletePeople } from './internal/customers/erasure-repository'
import { lockCustomerRow } from './internal/customers/repository'

/**
 * Ends a customer for good: its people are deleted, so that every session ends and the email is free again, and its keys
 * are revoked, of which every node hears with the commit of `transaction`. The row stays, without a name. Throws
 * `not_found`, `operator_not_deletable`.
 */
export async function deleteCustomer(customerId: string, transaction: Transaction): Promise<void> {
  const row = await lockCustomerRow(customerId, transaction)
  if (row === null || row.deletedAt !== null) throw new AppError('not_found')
  if (row.isOperator || row.isDemo) throw new AppError('operator_not_deletable')
  await deletePeople(customerId, clock.now(), transaction)
  await revokeKeysOf(customerId, transaction)
}
