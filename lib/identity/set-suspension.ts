import { forgetKeysOf } from '@/lib/api-keys/keys-of-customers'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/transaction'
import { lockCustomerRow, updateSuspension } from './internal/customers/repository'

/**
 * Closes or opens an account. Every node hears of it with the commit of `transaction`: from then on the customer's keys
 * open nothing, and at the console it may only look. What runs is finished and settled as always. Doing it twice changes
 * nothing. Throws `not_found`, `account_deleted`, and `operator_not_suspendable` for the account that could open it again.
 */
export async function setSuspension(
  customerId: string,
  isSuspended: boolean,
  transaction: Transaction,
): Promise<{ before: Date | null; after: Date | null }> {
  const row = await lockCustomerRow(customerId, transaction)
  if (row === null) throw new AppError('not_found')
  if (row.deletedAt !== null) throw new AppError('account_deleted')
  if (isSuspended && row.isOperator) throw new AppError('operator_not_suspendable')
  const before = row.suspendedAt
  if ((before !== null) === isSuspended) return { before, after: before }
  const after = isSuspended ? clock.now() : null
  await updateSuspension(customerId, after, transaction)
  await forgetKeysOf(customerId, transaction)
  return { before, after }
}
