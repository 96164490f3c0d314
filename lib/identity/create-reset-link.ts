import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/transaction'
import { openResetLink } from './internal/mail/open-reset-link'
import { findUserById } from './repository'

/**
 * A link to set a new password, to be handed to a person of the customer in another way than by mail. It also gives a first
 * password to whoever signed in elsewhere until now. Throws `not_found`, `demo_account_fixed`.
 */
export async function createResetLink(
  customerId: string,
  userId: string,
  transaction: Transaction,
): Promise<{ email: string; url: string; expiresAt: Date }> {
  const user = await findUserById(userId)
  if (user === null || user.customerId !== customerId) throw new AppError('not_found')
  if (user.customer.isDemo) throw new AppError('demo_account_fixed')
  return { email: user.email, ...(await openResetLink(userId, transaction)) }
}
