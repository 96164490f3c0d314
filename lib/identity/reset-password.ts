import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { hashLinkToken } from './internal/mail/link-token'
import { findReset, takeReset } from './internal/mail/repository'
import { hashPassword } from './internal/password'
import { setPassword } from './internal/set-password'
import { forgetAttempts } from './internal/sign-in-limit'
import { inTransaction, lockUser } from './repository'
import type { PasswordWasReset, ResetPasswordRequest } from './schema'

/**
 * Sets a new password by a link, which works once. Every session of the person ends, and it is told by mail. Throws
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
    if (!(await takeReset(hash, clock.now(), transaction))) throw new AppError('link_unusable')
    await setPassword(id, passwordHash, transaction)
  })
  await forgetAttempts(email, address)
  return { reset: true }
}
