import { type Caller, requirePerson } from '@/lib/platform/caller'
import { networkOf } from '@/lib/platform/client-address'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { hashLinkToken } from '@/lib/platform/link-token'
import { isMailAvailable } from '@/lib/platform/mail'
import { inTransaction } from '@/lib/platform/transaction'
import { countMails, tooMany } from './attempt-limits'
import { DEMO_EMAIL } from './demo'
import { mailJob, queueNotice } from './jobs'
import { recordPerson } from './known-people'
import {
  claimEmailChange,
  deleteEmailChange,
  findEmailChange,
  linkEnd,
  upsertEmailChange,
} from './links-repository'
import { verifyPresentPassword } from './password'
import { readCallerProfile, readProfile } from './profile'
import { lockUser, replaceEmail } from './repository'
import type { ChangeEmailRequest, ConfirmEmailRequest, EmailConfirmed, Profile } from './schema'

/**
 * Changes the sign-in email. With mail, a confirmation link is sent to the new address first, and only its owner learns whether
 * it is taken. Without mail, the change is immediate. Throws `invalid_parameter`, `missing_parameter`,
 * `rate_limit_exceeded`, `demo_account_fixed`, `password_needed`, `email_taken`.
 */
export async function changeEmail(
  caller: Caller,
  { email, current_password }: ChangeEmailRequest,
  address: string,
): Promise<Profile> {
  const userId = requirePerson(caller)
  const before = await readProfile(userId)
  if (before.is_demo)
    throw new AppError('demo_account_fixed', { message: 'The email of the demo account cannot be changed.' })
  const param = 'email'
  if (email === before.email)
    throw new AppError('invalid_parameter', {
      param,
      message: `${param} is already the email of this account.`,
    })
  if (before.has_password) await verifyPresentPassword(before.email, current_password, address)
  if (isMailAvailable()) await requestConfirmation(userId, email, address)
  else await changeAtOnce(before, email)
  return readCallerProfile(caller)
}

/** Does the same whether or not the address is taken: the mail job checks. */
async function requestConfirmation(userId: string, email: string, address: string): Promise<void> {
  const over = await countMails({ email_change: email, person: userId, network: networkOf(address) })
  const waits = Object.values(over)
  if (waits.length > 0) throw tooMany('Too many emails requested', Math.max(...waits))
  await inTransaction(async (transaction) => {
    await upsertEmailChange(userId, email, linkEnd(clock.now()), transaction)
    await enqueue(mailJob, { kind: 'confirm_email', userId, email }, { transaction })
  })
}

/**
 * The new address is unverified. An account without a password must not have one: the owner of the address could enter the
 * account by signing in through another service.
 */
async function changeAtOnce({ id, email: before, has_password }: Profile, email: string): Promise<void> {
  if (!has_password) throw new AppError('password_needed')
  if (email === DEMO_EMAIL) throw new AppError('email_taken', { param: 'email' })
  await inTransaction(async (transaction) => {
    await replaceEmail(id, email, transaction)
    await recordPerson({ email: before }, transaction)
  })
}

/** Cancels a pending email change; its link stops working. */
export async function cancelEmailChange(caller: Caller): Promise<Profile> {
  const userId = requirePerson(caller)
  await deleteEmailChange(userId)
  return readCallerProfile(caller)
}

/** The change behind a link, for its page; null for an invalid link. Does not use it up. */
export async function readEmailChange(token: string): Promise<{ from: string; to: string } | null> {
  const change = await findEmailChange(hashLinkToken(token), clock.now())
  return change === null ? null : { from: change.user.email, to: change.email }
}

/**
 * Applies an email change by its link and notifies the previous address. Throws `link_unusable`, and `email_taken` when another
 * account has taken the address since.
 */
export async function confirmEmail({ token }: ConfirmEmailRequest): Promise<EmailConfirmed> {
  const hash = hashLinkToken(token)
  const change = await findEmailChange(hash, clock.now())
  if (change === null) throw new AppError('link_unusable')
  const { user, email } = change
  await inTransaction(async (transaction) => {
    await lockUser(user.id, transaction)
    if (!(await claimEmailChange(hash, clock.now(), transaction))) throw new AppError('link_unusable')
    await replaceEmail(user.id, email, transaction)
    await recordPerson({ email: user.email }, transaction)
    await queueNotice({ kind: 'email_changed', email: user.email, newEmail: email }, transaction)
  })
  return { email }
}
