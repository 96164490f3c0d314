import { createHash, randomBytes } from 'node:crypto'
import { type Caller, requirePerson } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { plainCode } from '@/lib/platform/fields'
import { newId } from '@/lib/platform/ids'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { isMailAvailable } from '@/lib/platform/mail'
import { type SealedColumn, sealBytes, unsealBytes } from '@/lib/platform/secrets'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import { openCodeAttempt, releaseCodeAttempt } from './attempt-limits'
import { mailJob } from './jobs'
import { verifyPresentPassword } from './password'
import { readProfile } from './profile'
import { findUserById } from './repository'
import type { BeginSecondFactorRequest, PendingSecondFactor, Profile, RecoveryCodes } from './schema'
import {
  confirmPending,
  deleteSecondFactor,
  findSecondFactor,
  replacePending,
  replaceRecovery,
  takeRecovery,
  takeStep,
} from './second-factor-repository'
import { base32, stepOfCode, totpUri } from './totp'

/**
 * A second factor: a time-based code from an app, required after the password, and after another service identified the
 * person (`pending-sign-in.ts`). A person who loses the app has ten recovery codes, each good once, or contacts the
 * operator.
 */
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
/** 80 bits: their SHA-256 cannot be guessed back. */
const RECOVERY_BYTES = 10

const purposeOf = (userId: string) => `second-factor:${userId}`

export const sealedSecondFactors: SealedColumn = {
  table: 'second_factors',
  column: 'sealed_secret',
  owner: ['user_id'],
  purposeOf: ({ user_id = '' }) => purposeOf(user_id),
}

/** A secret for the app, which asks for nothing before a code of it was typed. Throws as `verifyPresentPassword` does too. */
export async function beginSecondFactor(
  caller: Caller,
  { current_password }: BeginSecondFactorRequest,
  address: string,
): Promise<PendingSecondFactor> {
  const userId = requirePerson(caller)
  const { email, is_demo, has_password } = await readProfile(userId)
  if (is_demo)
    throw new AppError('demo_account_fixed', { message: 'The demo account takes no second factor.' })
  if (!has_password)
    throw new AppError('password_needed', {
      message: 'Set a password first: it shows that it is you who turns this on.',
    })
  await verifyPresentPassword(email, current_password, address)
  const secret = randomBytes(SECRET_BYTES)
  if (!(await replacePending(userId, sealBytes(purposeOf(userId), secret))))
    throw new AppError('second_factor_on')
  return { secret: base32(secret), uri: totpUri(secret, email, env().INSTALLATION_NAME) }
}

/** Switches it on by a first code, and gives the recovery codes, this once. */
export async function confirmSecondFactor(
  caller: Caller,
  { code }: { code: string },
): Promise<RecoveryCodes> {
  const userId = requirePerson(caller)
  const pending = await findSecondFactor(userId)
  if (pending === null || pending.confirmedAt !== null)
    throw new AppError(pending === null ? 'second_factor_off' : 'second_factor_on')
  await refuseTooManyCodes(userId)
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
 * Ten new recovery codes, shown this once, replacing all before. Requires a code of the app or a recovery code: a
 * password alone must not create a substitute for the second factor. The person is notified by mail.
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

/** Off, by a code of the app or a recovery code. The person is notified by mail. */
export async function turnOffSecondFactor(caller: Caller, { code }: { code: string }): Promise<Profile> {
  const userId = requirePerson(caller)
  await requireCode(userId, code)
  await inTransaction((transaction) => endSecondFactor(userId, transaction))
  return readProfile(userId)
}

/** Of a person of the customer who has lost app and codes. Throws `not_found`, `second_factor_off`. */
export async function resetSecondFactor(
  customerId: string,
  userId: string,
  transaction: Transaction,
): Promise<void> {
  const user = await findUserById(userId)
  if (user === null || user.customerId !== customerId) throw new AppError('not_found')
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
  if (email !== undefined && isMailAvailable())
    await enqueue(mailJob, { kind, mailId: newId('mail'), email }, { transaction })
}

async function requireCode(userId: string, code: string): Promise<void> {
  const outcome = await checkSecondFactor(userId, code)
  if (outcome === 'off') throw new AppError('second_factor_off')
  if (typeof outcome === 'object') throw tooManyCodes(outcome.waitMinutes)
  if (outcome !== 'right') throw wrongCode()
}

/** What a sign-in still needs whose person is known. Codes that are typed are counted, whoever types them. */
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
    step === undefined ? await takeRecovery(userId, hashRecovery(typed)) : await takeStep(userId, step)
  if (!isRight) return 'wrong'
  await releaseCodeAttempt(userId)
  return 'right'
}

/** Undefined where no key that is set here opens it: then a recovery code is the way in. */
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

async function refuseTooManyCodes(userId: string): Promise<void> {
  const wait = await openCodeAttempt(userId)
  if (wait !== undefined) throw tooManyCodes(wait)
}

function tooManyCodes(waitMinutes: number): AppError {
  return new AppError('rate_limit_exceeded', {
    message: `Too many wrong codes. Try again in ${waitMinutes} min.`,
    retryAfterSeconds: waitMinutes * 60,
  })
}

function wrongCode(): AppError {
  return new AppError('invalid_parameter', {
    param: 'code',
    message: 'code is not right, or was used before.',
  })
}
