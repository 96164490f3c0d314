import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { type Caller, requirePerson } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { plainCode } from '@/lib/platform/fields'
import { type SealedColumn, seal, sealBytes, unseal, unsealBytes } from '@/lib/platform/secrets'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import { openCodeAttempt, releaseCodeAttempt, tooMany } from './attempt-limits'
import { queueNotice } from './jobs'
import { findMember } from './memberships'
import { verifyPresentPassword } from './password'
import { readCallerProfile, readProfile } from './profile'
import { findUserById, findUserByOauth, insertEndedSession, isEndedSession, type UserRow } from './repository'
import type { BeginSecondFactorRequest, PendingSecondFactor, Profile, RecoveryCodes } from './schema'
import {
  claimRecoveryCode,
  claimStep,
  confirmPending,
  deleteSecondFactor,
  findSecondFactor,
  replacePending,
  replaceRecovery,
} from './second-factor-repository'
import { findCookie, setCookieLine, usesSecureCookies } from './sessions'

/**
 * Two-factor authentication: a time-based code from an app, required after the password or after another service has identified
 * the person. Ten recovery codes, each valid once, replace a lost app; after that, only the operator can reset it.
 */
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
/** 80 bits: too many to guess from their SHA-256. */
const RECOVERY_BYTES = 10

const WRONG_CODES = 'Too many wrong codes'

const purposeOf = (userId: string) => `second-factor:${userId}`

export const sealedSecondFactors: SealedColumn = {
  table: 'second_factors',
  column: 'sealed_secret',
  owner: ['user_id'],
  purposeOf: ({ user_id = '' }) => purposeOf(user_id),
}

/** Returns a secret for the app. It takes effect once a code confirms it. Throws as `verifyPresentPassword`, and its own codes. */
export async function beginSecondFactor(
  caller: Caller,
  { current_password }: BeginSecondFactorRequest,
  address: string,
): Promise<PendingSecondFactor> {
  const userId = requirePerson(caller)
  const { email, is_demo, has_password } = await readProfile(userId)
  if (is_demo)
    throw new AppError('demo_account_fixed', {
      message: 'The demo account cannot use two-factor authentication.',
    })
  if (!has_password)
    throw new AppError('password_needed', {
      message: 'Set a password before you turn on two-factor authentication.',
    })
  await verifyPresentPassword(email, current_password, address)
  const secret = randomBytes(SECRET_BYTES)
  if (!(await replacePending(userId, sealBytes(purposeOf(userId), secret))))
    throw new AppError('second_factor_on')
  return { secret: base32(secret), uri: totpUri(secret, email, env().INSTALLATION_NAME) }
}

/** Turns it on by a first code. The recovery codes are returned only here. */
export async function confirmSecondFactor(
  caller: Caller,
  { code }: { code: string },
): Promise<RecoveryCodes> {
  const userId = requirePerson(caller)
  const pending = await findSecondFactor(userId)
  if (pending === null || pending.confirmedAt !== null)
    throw new AppError(pending === null ? 'second_factor_off' : 'second_factor_on')
  const wait = await openCodeAttempt(userId)
  if (wait !== undefined) throw tooMany(WRONG_CODES, wait)
  const secret = open(userId, pending.sealedSecret)
  const now = clock.now()
  const lastStep = secret && stepOfCode(secret, plainCode(code), now)
  if (lastStep === undefined) throw wrongCode()
  const { codes, recoveryHashes } = newRecoveryCodes()
  if (!(await confirmPending(userId, pending.sealedSecret, { confirmedAt: now, lastStep, recoveryHashes })))
    throw new AppError('second_factor_on')
  await releaseCodeAttempt(userId)
  return { recovery_codes: codes }
}

/**
 * Replaces the recovery codes; they are returned only here. Requires a code of the app or a recovery code: a password alone must
 * not create a substitute for the second factor. The person is notified by mail.
 */
export async function replaceRecoveryCodes(
  caller: Caller,
  { code }: { code: string },
): Promise<RecoveryCodes> {
  const userId = requirePerson(caller)
  await requireCode(userId, code)
  const { codes, recoveryHashes } = newRecoveryCodes()
  await inTransaction(async (transaction) => {
    if (!(await replaceRecovery(userId, recoveryHashes, transaction))) throw new AppError('second_factor_off')
    await notifyPerson('recovery_codes_made', userId, transaction)
  })
  return { recovery_codes: codes }
}

/** Turns it off by a code of the app or a recovery code. The person is notified by mail. */
export async function turnOffSecondFactor(caller: Caller, { code }: { code: string }): Promise<Profile> {
  const userId = requirePerson(caller)
  await requireCode(userId, code)
  await inTransaction((transaction) => endSecondFactor(userId, transaction))
  return readCallerProfile(caller)
}

/** Turns it off for a person who has lost app and codes. Throws `not_found`, `second_factor_off`. */
export async function resetSecondFactor(
  customerId: string,
  userId: string,
  transaction: Transaction,
): Promise<void> {
  if ((await findMember({ userId, customerId })) === null) throw new AppError('not_found')
  await endSecondFactor(userId, transaction)
}

async function endSecondFactor(userId: string, transaction: Transaction): Promise<void> {
  if (!(await deleteSecondFactor(userId, transaction))) throw new AppError('second_factor_off')
  await notifyPerson('second_factor_off', userId, transaction)
}

async function notifyPerson(
  kind: 'second_factor_off' | 'recovery_codes_made',
  userId: string,
  transaction: Transaction,
): Promise<void> {
  const email = (await findUserById(userId))?.email
  if (email !== undefined) await queueNotice({ kind, email }, transaction)
}

async function requireCode(userId: string, code: string): Promise<void> {
  const outcome = await checkSecondFactor(userId, code)
  if (outcome === 'off') throw new AppError('second_factor_off')
  if (typeof outcome === 'object') throw tooMany(WRONG_CODES, outcome.waitMinutes)
  if (outcome !== 'right') throw wrongCode()
}

/** Checks the code of an identified person. `needed`: no code was given. Every given code counts as an attempt. */
export async function checkSecondFactor(
  userId: string,
  code: string | undefined,
): Promise<'off' | 'needed' | 'right' | 'wrong' | { waitMinutes: number }> {
  const factor = await findSecondFactor(userId)
  if (factor === null || factor.confirmedAt === null) return 'off'
  if (code === undefined || code.trim() === '') return 'needed'
  const wait = await openCodeAttempt(userId)
  if (wait !== undefined) return { waitMinutes: wait }
  const typed = plainCode(code)
  const secret = open(userId, factor.sealedSecret)
  const step = secret && stepOfCode(secret, typed, clock.now())
  const isRight =
    step === undefined ? await claimRecoveryCode(userId, hashRecovery(typed)) : await claimStep(userId, step)
  if (!isRight) return 'wrong'
  await releaseCodeAttempt(userId)
  return 'right'
}

/** Undefined if it was sealed under another key: then only a recovery code works. */
function open(userId: string, sealed: Uint8Array): Uint8Array | undefined {
  return unsealBytes(purposeOf(userId), sealed)
}

function newRecoveryCodes() {
  const newCode = () => (base32(randomBytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join('-')
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  return { codes, recoveryHashes: codes.map(hashRecovery) }
}

function hashRecovery(code: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(code.replaceAll('-', '')).digest())
}

function wrongCode(): AppError {
  return new AppError('invalid_parameter', {
    param: 'code',
    message: 'code is incorrect or was already used.',
  })
}

// Time-based one-time codes (RFC 6238) as authenticator apps support them: SHA-1, six digits, 30 seconds.

const secretOf = (bytes: Uint8Array) => new Secret({ buffer: Uint8Array.from(bytes).buffer })

/** RFC 4648, without padding. */
export const base32 = (bytes: Uint8Array): string => secretOf(bytes).base32

/**
 * The URI of the QR code. The issuer is both label prefix and parameter, and must be the same in both. Spaces are %20: apps show
 * a plus literally.
 */
function totpUri(secret: Uint8Array, email: string, issuer: string): string {
  const name = encodeURIComponent(issuer.replaceAll(/:\s*/g, ' '))
  return `otpauth://totp/${name}:${encodeURIComponent(email)}?secret=${base32(secret)}&issuer=${name}`
}

/**
 * The time step of a code; undefined: wrong. A code is valid one step before and after its own, for clock differences and slow
 * typing.
 */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined // the library throws for six multi-byte characters
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token: code, secret: secretOf(secret), timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta
}

/**
 * A sign-in through another service that still needs the second factor. It is sealed in a cookie of the browser and signs in
 * once, by a correct code. It names the account at the service, so that it fails if that is disconnected meanwhile.
 */
const PURPOSE = 'pending-sign-in'
const MINUTES = 10

const PendingSignIn = z.object({
  id: z.string(),
  provider: z.string(),
  providerAccountId: z.string(),
  userId: z.string(),
  generation: z.number(),
  endsAt: z.number(),
})

type ServiceAccount = { provider: string; providerAccountId: string }

/** The Set-Cookie line of a pending sign-in; undefined: the person has no second factor. */
export async function pendingSignInCookie(
  { provider, providerAccountId }: ServiceAccount,
  userId: string,
): Promise<string | undefined> {
  if ((await checkSecondFactor(userId, undefined)) === 'off') return undefined
  const generation = (await findUserById(userId))?.sessionGeneration
  const endsAt = clock.now().getTime() + MINUTES * 60_000
  const pending = { id: randomUUID(), provider, providerAccountId, userId, generation, endsAt }
  const sealed = seal(PURPOSE, JSON.stringify(pending)).toString('base64url')
  return setCookieLine(cookieName(), sealed, MINUTES * 60)
}

/** The browser's pending sign-in; null: none, or expired. */
export async function readPendingSignIn(
  cookieHeader: string | undefined,
): Promise<{ id: string; user: UserRow } | null> {
  const cookie = findCookie(cookieHeader ?? '', cookieName())
  const opened = cookie && unseal(PURPOSE, Buffer.from(cookie, 'base64url'))
  if (!opened) return null
  const { id, provider, providerAccountId, userId, generation, endsAt } = PendingSignIn.parse(
    JSON.parse(opened),
  )
  if (endsAt <= clock.now().getTime() || (await isEndedSession(id))) return null
  const user = await findUserByOauth(provider, providerAccountId)
  return user?.id === userId && user.sessionGeneration === generation ? { id, user } : null
}

/** Ends it, also for copies of the cookie. Returns the Set-Cookie line that clears it. */
export async function endPendingSignIn(id: string): Promise<string> {
  await insertEndedSession(id, new Date(clock.now().getTime() + MINUTES * 60_000))
  return setCookieLine(cookieName(), '', 0)
}

function cookieName(): string {
  return `${usesSecureCookies() ? '__Secure-' : ''}portico.pending-sign-in`
}
