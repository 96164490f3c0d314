import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { enqueue } from '@/lib/platform/jobs/job-queue'
import { isMailAvailable } from '@/lib/platform/mail'
import { findEmailChange, takeEmailChange } from './internal/mail/email-change-repository'
import { hashLinkToken } from './internal/mail/link-token'
import { mailJob } from './jobs'
import { inTransaction, lockUser, replaceEmail } from './repository'
import type { ConfirmEmailRequest, EmailConfirmed } from './schema'

/**
 * Whoever got the link in its mail says that the account may have this email: it has it from now on, and the one before is
 * told. Throws `link_unusable`, and `email_taken` when another account was faster.
 */
export async function confirmEmail({ token }: ConfirmEmailRequest): Promise<EmailConfirmed> {
  const hash = hashLinkToken(token)
  const change = await findEmailChange(hash, clock.now())
  if (change === null) throw new AppError('link_unusable')
  const { user, email } = change
  await inTransaction(async (transaction) => {
    await lockUser(user.id, transaction)
    if (!(await takeEmailChange(hash, clock.now(), transaction))) throw new AppError('link_unusable')
    await replaceEmail(user.id, email, transaction)
    const told = { kind: 'email_changed', mailId: newId('mail'), email: user.email, newEmail: email } as const
    if (isMailAvailable()) await enqueue(mailJob, told, { transaction })
  })
  return { email }
}
