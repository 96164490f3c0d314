import { env } from '@/lib/platform/env'
import { countAuthFailure } from '@/lib/platform/rate-limit'
import { isPassword } from './internal/password'
import { openAttempt, releaseAttempt } from './internal/sign-in-limit'
import { findUserByEmail, type UserRow } from './repository'
import { Email } from './schema'

export type VerifiedCredentials = { user: UserRow } | { refused: 'credentials' } | { waitMinutes: number }

/** Signing in with email and password. Every refusal takes the same time, whether or not the account exists. */
export async function verifyCredentials(
  credentials: { email: string; password: string },
  address: string,
): Promise<VerifiedCredentials> {
  const email = Email.safeParse(credentials.email)
  if (!email.success || credentials.password.length > 200) return { refused: 'credentials' }
  const attempt = await openAttempt(email.data, address)
  if ('waitMinutes' in attempt) return attempt
  const user = await findUserByEmail(email.data)
  const isRight = await isPassword(user?.passwordHash ?? null, credentials.password)
  const isClosed = user?.customer.isDemo === true && !env().demo
  if (user === null || !isRight || isClosed) {
    await countAuthFailure(address)
    return { refused: 'credentials' }
  }
  await releaseAttempt(attempt)
  return { user }
}
