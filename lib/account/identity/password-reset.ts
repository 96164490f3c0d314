import { networkOf } from '@/lib/platform/client-address'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { hashLinkToken, newLinkToken } from '@/lib/platform/link-token'
import { isMailAvailable } from '@/lib/platform/mail'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import { countMails, resetAttempts, tooMany } from './attempt-limits'
import { mailJob } from './jobs'
import { claimReset, findReset, insertReset, linkEnd } from './links-repository'
import { findMember } from './memberships'
import { hashPassword, setPassword } from './password'
import { readSignInOptions } from './read-sign-in-options'
import { findUserById, lockUser } from './repository'
import type { ForgotPasswordRequest, MailRequested, PasswordWasReset, ResetPasswordRequest } from './schema'

/**
 * Mails a password reset link if the account exists. A job checks that, so that the response and its timing are the same for
 * every address. Throws `mail_unavailable`, and `rate_limit_exceeded` for a network with too many requests.
 */
export async function requestPasswordReset(
  { email }: ForgotPasswordRequest,
  address: string,
): Promise<MailRequested> {
  if (!isMailAvailable()) throw new AppError('mail_unavailable')
  const over = await countMails({ forgot_password: email, network: networkOf(address) })
  if (over.network !== undefined) throw tooMany('Too many emails requested', over.network)
  // Not reported: someone else may have requested it, and earlier links are still valid.
  if (over.forgot_password === undefined) {
    const services = readSignInOptions().services.filter(({ isOffered }) => isOffered)
    await enqueue(mailJob, { kind: 'forgot_password', email, services })
  }
  return { accepted: true }
}

/**
 * A password reset link for an operator to hand over. It also sets a first password for a person who has signed in only through
 * another service. Throws `not_found`, `demo_account_fixed`.
 */
export async function createResetLink(
  customerId: string,
  userId: string,
  transaction: Transaction,
): Promise<{ email: string; url: string; expiresAt: Date }> {
  const [user, member] = await Promise.all([findUserById(userId), findMember({ userId, customerId })])
  if (user === null || member === null) throw new AppError('not_found')
  if (user.customer.isDemo) throw new AppError('demo_account_fixed')
  return { email: user.email, ...(await openResetLink(userId, transaction)) }
}

/** The email of the account behind a reset link; null for an invalid link. Does not use it up. */
export async function readPasswordReset(token: string): Promise<{ email: string } | null> {
  const reset = await findReset(hashLinkToken(token), clock.now())
  return reset === null ? null : { email: reset.user.email }
}

/**
 * Sets a new password by a link, which works once. Ends all sessions of the person and notifies it by mail. Throws
 * `link_unusable`.
 */
export async function resetPassword(
  { token, new_password }: ResetPasswordRequest,
  address: string,
): Promise<PasswordWasReset> {
  const hash = hashLinkToken(token)
  const reset = await findReset(hash, clock.now())
  if (reset === null) throw new AppError('link_unusable')
  const { id, email } = reset.user
  const passwordHash = await hashPassword(new_password)
  await inTransaction(async (transaction) => {
    await lockUser(id, transaction)
    if (!(await claimReset(hash, clock.now(), transaction))) throw new AppError('link_unusable')
    await setPassword(id, passwordHash, transaction)
  })
  await resetAttempts(email, address)
  return { reset: true }
}

/** A new reset link; earlier ones stay valid. The link itself is neither stored nor logged. */
export async function openResetLink(
  userId: string,
  transaction?: Transaction,
): Promise<{ url: string; expiresAt: Date }> {
  const { token, hash: tokenHash } = newLinkToken()
  const now = clock.now()
  const expiresAt = linkEnd(now)
  await insertReset({ userId, tokenHash, expiresAt }, now, transaction)
  return { url: `${env().publicUrl}/reset-password/${token}`, expiresAt }
}
