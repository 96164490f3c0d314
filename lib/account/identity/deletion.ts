import { revokeKeysOf } from '@/lib/account/api-keys/keys'
import { type Caller, requirePerson } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/transaction'
import { claimDueErasures, deletePeople, forgetErasure, lockCustomerRow } from './customers-repository'
import { rememberPeopleOf } from './known-people'
import { verifyPresentPassword } from './password'
import { readProfile } from './profile'

type Confirmation = { current_password?: string | undefined; email?: string | undefined }

/**
 * That the person at the console means it, and may: it gives its password, or where it has none types its email. Throws
 * `insufficient_scope`, `missing_parameter`, `invalid_parameter`, `rate_limit_exceeded`, `demo_account_fixed`,
 * `operator_not_deletable`.
 */
export async function confirmDeletion(
  caller: Caller,
  { current_password, email }: Confirmation,
  address: string,
): Promise<void> {
  const profile = await readProfile(requirePerson(caller))
  if (profile.is_demo)
    throw new AppError('demo_account_fixed', {
      message: 'The demo account cannot be deleted; DEMO=off ends it.',
    })
  if (caller.isOperator) throw new AppError('operator_not_deletable')
  if (profile.has_password) return verifyPresentPassword(profile.email, current_password, address)
  const param = 'email'
  if (email === undefined)
    throw new AppError('missing_parameter', { param, message: `${param} is required.` })
  if (email !== profile.email)
    throw new AppError('invalid_parameter', { param, message: `${param} is not the email of this account.` })
}

/**
 * Ends a customer for good: its people are deleted, so that every session ends and the email is free again, and its keys
 * are revoked, of which every node is notified when `transaction` commits. The row stays, without a name. Throws
 * `not_found`, `operator_not_deletable`.
 */
export async function deleteCustomer(customerId: string, transaction: Transaction): Promise<void> {
  const row = await lockCustomerRow(customerId, transaction)
  if (row === null || row.deletedAt !== null) throw new AppError('not_found')
  if (row.isOperator || row.isDemo) throw new AppError('operator_not_deletable')
  await rememberPeopleOf(customerId, transaction)
  await deletePeople(customerId, clock.now(), transaction)
  await revokeKeysOf(customerId, transaction)
}

/** Some deleted customers with data left, for this process alone; they are due again after `retrySeconds`. */
export function claimErasures(
  retrySeconds: number,
  limit: number,
): Promise<{ id: string; deletedAt: Date }[]> {
  const now = clock.now()
  return claimDueErasures(now, new Date(now.getTime() + retrySeconds * 1000), limit)
}

/** Nothing of a deleted customer is left but what the books need. */
export function endErasure(customerId: string): Promise<void> {
  return forgetErasure(customerId)
}
