import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { hashPassword } from './internal/password'
import { requirePerson } from './internal/require-person'
import { sessionCookieFor } from './internal/session-cookie-for'
import { setPassword } from './internal/set-password'
import { verifyPresentPassword } from './internal/verify-present-password'
import { readProfile } from './read-profile'
import { inTransaction } from './repository'
import type { ChangePasswordRequest, Profile } from './schema'

/**
 * A new password, or a first one for a person that only ever signed in elsewhere. Every other session of the person ends;
 * `cookie` is the Set-Cookie line that keeps this one. Wrong guesses of the present password count like those of a
 * sign-in. Throws `invalid_parameter`, `rate_limit_exceeded`, `demo_account_fixed`.
 */
export async function changePassword(
  caller: Caller,
  request: ChangePasswordRequest,
  address: string,
): Promise<{ value: Profile; cookie: string }> {
  const userId = requirePerson(caller)
  const before = await readProfile(userId)
  if (before.is_demo) throw new AppError('demo_account_fixed')
  if (before.has_password) await verifyPresentPassword(before.email, request.current_password, address)
  const passwordHash = await hashPassword(request.new_password)
  const person = await inTransaction((transaction) => setPassword(userId, passwordHash, transaction))
  return { value: await readProfile(userId), cookie: await sessionCookieFor(person) }
}
