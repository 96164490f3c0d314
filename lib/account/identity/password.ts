import { hash, verify } from '@node-rs/argon2'
import { type Caller, requirePerson } from '@/lib/platform/caller'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { countAuthFailure } from '@/lib/platform/rate-limit'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import { openAttempt, releaseAttempt, tooMany } from './attempt-limits'
import { queueNotice } from './jobs'
import { readCallerProfile, readProfile } from './profile'
import { findUserByEmail, replacePassword, type UserRow } from './repository'
import { type ChangePasswordRequest, Email, GivenPassword, type Profile } from './schema'
import { sessionCookieFor } from './sessions'

type VerifiedCredentials = { user: UserRow } | { refused: 'credentials' } | { waitMinutes: number }

/** Checks email and password. A refusal takes the same time whether or not the account exists. */
export async function verifyCredentials(
  credentials: { email: string; password: string },
  address: string,
): Promise<VerifiedCredentials> {
  const email = Email.safeParse(credentials.email)
  if (!email.success || !GivenPassword.safeParse(credentials.password).success)
    return { refused: 'credentials' }
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

/**
 * Verifies the current password of a signed-in person. Wrong ones count as failed sign-ins. Throws
 * `missing_parameter`, `invalid_parameter`, `rate_limit_exceeded`, `not_found`.
 */
export async function verifyPresentPassword(
  email: string,
  password: string | undefined,
  address: string,
): Promise<void> {
  const param = 'current_password'
  if (password === undefined)
    throw new AppError('missing_parameter', { param, message: `${param} is required.` })
  const result = await verifyCredentials({ email, password }, address)
  if ('waitMinutes' in result) throw tooMany('Too many wrong passwords', result.waitMinutes)
  if (!('refused' in result)) return
  // Deleted by a concurrent request.
  if ((await findUserByEmail(email)) === null) throw new AppError('not_found')
  throw new AppError('invalid_parameter', { param, message: `${param} is incorrect.` })
}

/**
 * Changes the password, or sets the first one. Ends all other sessions of the person; `cookie` is the Set-Cookie line that keeps
 * this one. Wrong current passwords count as failed sign-ins. Throws `invalid_parameter`, `rate_limit_exceeded`, `demo_account_fixed`.
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
  const cookie = await sessionCookieFor({ ...person, currentCustomerId: caller.customerId })
  return { value: await readCallerProfile(caller), cookie }
}

/** Stores a new password, ends all sessions and notifies the person by mail. */
export async function setPassword(userId: string, passwordHash: string, transaction: Transaction) {
  const person = await replacePassword(userId, passwordHash, transaction)
  await queueNotice({ kind: 'password_changed', email: person.email }, transaction)
  return person
}

/** argon2id with the library's defaults: 19 MiB, two passes, one lane (OWASP), of the text by NFKC (NIST SP 800-63B). */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'))
}

/** Takes as long for an account that does not exist (null) as for one that does. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const known = passwordHash ?? (await readDummyHash())
  const plain = password.normalize('NFKC')
  // The second check is for passwords set before they were normalized.
  const matches = (await verify(known, plain)) || (plain !== password && (await verify(known, password)))
  return matches && passwordHash !== null
}

let dummyHash: Promise<string> | undefined

function readDummyHash(): Promise<string> {
  dummyHash ??= hash('no account has this password')
  return dummyHash
}
