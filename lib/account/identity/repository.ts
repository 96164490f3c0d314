import { z } from 'zod'
import { prisma } from '@/lib/platform/db'
import { AppError } from '@/lib/platform/errors'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import { Prisma } from '@/prisma/generated/client'

/** People and customers, sessions, second factors, and the counts of failed sign-ins and mails. */
const withCustomer = {
  customer: {
    select: { isOperator: true, isDemo: true, suspendedAt: true, rateLimitTpm: true, maxConcurrency: true },
  },
} as const

export type NewAccount = {
  customer: { id: string; name: string; isOperator?: boolean; isDemo?: boolean }
  user: { id: string; email: string; name: string; passwordHash: string | null }
  oauth?: { provider: string; providerAccountId: string }
}

/**
 * Inserts customer and user, and runs `andThen` in the same transaction. Undefined when the email or the service's account is
 * taken, also under concurrent calls.
 */
export async function insertAccount(
  { customer, user, oauth }: NewAccount,
  andThen: (transaction: Transaction) => Promise<unknown> = async () => undefined,
) {
  try {
    return await inTransaction(async (transaction) => {
      const created = await transaction.user.create({
        data: { ...user, customer: { create: customer }, ...(oauth && { oauth: { create: oauth } }) },
      })
      await andThen(transaction)
      return created
    })
  } catch (error) {
    if (isUniqueViolation(error)) return undefined
    throw error
  }
}

/** The customer's people, with their accounts at other services. */
export function findPeopleOf(customerId: string, transaction: Transaction) {
  return transaction.user.findMany({ where: { customerId }, include: { oauth: true } })
}

/** Returns how many of the hashes were new. */
export async function insertKnownPeople(
  hashes: Buffer<ArrayBuffer>[],
  transaction: Transaction,
): Promise<number> {
  const data = hashes.map((hash) => ({ hash }))
  return (await transaction.knownPerson.createMany({ data, skipDuplicates: true })).count
}

const HASH_KEY = 'people'

/** The stored sealed key; `created` is stored if there is none. */
export async function ensureHashKey(
  created: Buffer<ArrayBuffer>,
  transaction: Transaction,
): Promise<Uint8Array> {
  const known = await transaction.personHashKey.findUnique({ where: { id: HASH_KEY } })
  if (known !== null) return known.sealed
  await transaction.personHashKey.createMany({
    data: { id: HASH_KEY, sealed: created },
    skipDuplicates: true,
  })
  return (await transaction.personHashKey.findUniqueOrThrow({ where: { id: HASH_KEY } })).sealed
}

export function findUserById(id: string) {
  return prisma.user.findUnique({ where: { id }, include: withCustomer })
}

/** With services, pending email change and second factor. */
export function findProfile(id: string) {
  return prisma.user.findUnique({
    where: { id },
    include: {
      oauth: { orderBy: { provider: 'asc' } },
      customer: { select: { isDemo: true } },
      emailChange: true,
      secondFactor: true,
    },
  })
}

/** The person who signed the customer up. */
export function findFirstUser(customerId: string) {
  return prisma.user.findFirst({ where: { customerId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })
}

export function findUserByEmail(email: string) {
  return prisma.user.findUnique({ where: { email }, include: withCustomer })
}

export async function findUserByOauth(provider: string, providerAccountId: string) {
  const account = await prisma.oauthAccount.findUnique({
    where: { provider_providerAccountId: { provider, providerAccountId } },
    include: { user: { include: withCustomer } },
  })
  return account?.user ?? null
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUserById>>>

/** False when another sign-in linked the same account first. */
export async function insertOauth(
  userId: string,
  provider: string,
  providerAccountId: string,
): Promise<boolean> {
  try {
    await prisma.oauthAccount.create({ data: { provider, providerAccountId, userId } })
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

export function findDemoUser() {
  return prisma.user.findFirst({ where: { customer: { isDemo: true } }, orderBy: { createdAt: 'asc' } })
}

export async function updatePassword(userId: string, passwordHash: string): Promise<void> {
  await prisma.user.update({ where: { id: userId }, data: { passwordHash } })
}

/** Also ends all sessions and voids all links, including a pending email change by an intruder. */
export async function replacePassword(userId: string, passwordHash: string, transaction: Transaction) {
  await deleteLinks(userId, transaction)
  await transaction.seenSession.deleteMany({ where: { userId } })
  return transaction.user.update({
    where: { id: userId },
    data: { passwordHash, sessionGeneration: { increment: 1 } },
  })
}

/**
 * Also voids all mailed links. Throws `email_taken`, also under concurrent calls; the transaction cannot continue then.
 */
export async function replaceEmail(userId: string, email: string, transaction: Transaction): Promise<void> {
  await deleteLinks(userId, transaction)
  try {
    await transaction.user.update({ where: { id: userId }, data: { email } })
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('email_taken', { param: 'email' }) : error
  }
}

async function deleteLinks(userId: string, transaction: Transaction): Promise<void> {
  await lockUser(userId, transaction)
  await transaction.passwordReset.deleteMany({ where: { userId } })
  await transaction.emailChange.deleteMany({ where: { userId } })
}

export async function isEndedSession(id: string): Promise<boolean> {
  return (await prisma.endedSession.findUnique({ where: { id } })) !== null
}

export async function insertEndedSession(id: string, endsAt: Date): Promise<void> {
  await prisma.endedSession.createMany({ data: { id, endsAt }, skipDuplicates: true })
}

/** Ended sessions that no valid cookie can refer to, and seen sessions unused since. */
export async function deleteExpiredSessions(now: Date, unusedSince: Date): Promise<void> {
  await prisma.endedSession.deleteMany({ where: { endsAt: { lte: now } } })
  await prisma.seenSession.deleteMany({ where: { seenAt: { lte: unusedSince } } })
}

export async function saveSeenSession(seen: {
  id: string
  userId: string
  userAgent: string
  seenAt: Date
}): Promise<void> {
  const { id, userAgent, seenAt } = seen
  await prisma.seenSession.upsert({
    where: { id },
    create: { ...seen, createdAt: seenAt },
    update: { userAgent, seenAt },
  })
}

export function listSeenSessions(userId: string, since: Date) {
  return prisma.seenSession.findMany({
    where: { userId, seenAt: { gt: since } },
    orderBy: [{ seenAt: 'desc' }, { id: 'desc' }],
  })
}

/** False when the person has no such session, or it was already ended. */
export async function deleteSeenSession(userId: string, id: string): Promise<boolean> {
  return (await prisma.seenSession.deleteMany({ where: { userId, id } })).count === 1
}

export async function updateName(userId: string, name: string): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    const before = await transaction.user.findUniqueOrThrow({ where: { id: userId } })
    await transaction.user.update({ where: { id: userId }, data: { name } })
    await transaction.customer.updateMany({
      where: { id: before.customerId, name: before.name },
      data: { name },
    })
  })
}

/** Locks the person, so that two requests cannot remove each other's last sign-in method. `oauth`: the matching accounts. */
export async function deleteOauth(userId: string, provider: string, transaction: Transaction) {
  await lockUser(userId, transaction)
  const user = await transaction.user.findUniqueOrThrow({ where: { id: userId }, include: { oauth: true } })
  const oauth = user.oauth.filter((account) => account.provider === provider)
  if (oauth.length === 0) return { outcome: 'missing', oauth } as const
  if (oauth.length === user.oauth.length && user.passwordHash === null)
    return { outcome: 'last', oauth } as const
  await transaction.oauthAccount.deleteMany({ where: { userId, provider } })
  return { outcome: 'deleted', oauth } as const
}

const DEMO_TIMEOUT_MILLIS = 60_000

/** One process at a time across nodes, so that two starting together do not both create the demo account. */
export function withDemoLock<T>(work: () => Promise<T>): Promise<T> {
  return prisma.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('portico:demo'))`
      return work()
    },
    { maxWait: DEMO_TIMEOUT_MILLIS, timeout: DEMO_TIMEOUT_MILLIS },
  )
}

const FailureRow = z.object({
  subject: z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes)),
  failures: z.number(),
  window_ends_at: z.date(),
})
type FailureRow = z.infer<typeof FailureRow>

/** Every change of sign-in methods locks the person first, which prevents deadlocks. */
export async function lockUser(userId: string, transaction: Transaction): Promise<void> {
  await transaction.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`
}

/** Counts one attempt for each subject and returns the counts. An expired window starts over. */
export async function countAttempt(subjects: Buffer[], now: Date, windowEnd: Date): Promise<FailureRow[]> {
  const rows = await prisma.$queryRaw`
    INSERT INTO sign_in_failures AS f (subject, failures, window_ends_at)
    SELECT subject, 1, ${windowEnd} FROM unnest(${subjects}::bytea[]) AS subject ORDER BY subject
    ON CONFLICT (subject) DO UPDATE SET
      failures = CASE WHEN f.window_ends_at <= ${now} THEN 1 ELSE f.failures + 1 END,
      window_ends_at = CASE WHEN f.window_ends_at <= ${now} THEN excluded.window_ends_at ELSE f.window_ends_at END
    RETURNING subject, failures, window_ends_at`
  return z.array(FailureRow).parse(rows)
}

/** Deletes expired windows. Skips locked rows, which prevents deadlocks. */
export async function deleteEndedAttempts(now: Date): Promise<void> {
  await prisma.$executeRaw`
    DELETE FROM sign_in_failures WHERE subject IN
      (SELECT subject FROM sign_in_failures WHERE window_ends_at <= ${now} LIMIT 100 FOR UPDATE SKIP LOCKED)`
}

/** Takes back one attempt after a successful sign-in. */
export async function uncountAttempt(subjects: Buffer[]): Promise<void> {
  await prisma.$executeRaw`
    UPDATE sign_in_failures f SET failures = f.failures - 1 WHERE subject IN
      (SELECT subject FROM sign_in_failures WHERE subject = ANY (${subjects}::bytea[]) ORDER BY subject FOR UPDATE)`
}

export async function deleteAttempts(subject: Buffer): Promise<void> {
  await prisma.signInFailure.deleteMany({ where: { subject: Uint8Array.from(subject) } })
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'
}

type Bytes = Uint8Array<ArrayBuffer>

export function findSecondFactor(userId: string) {
  return prisma.secondFactor.findUnique({ where: { userId } })
}

/** Replaces a pending second factor. False: one is already on. */
export function replacePending(userId: string, sealedSecret: Bytes): Promise<boolean> {
  return prisma.$transaction(async (transaction) => {
    await transaction.secondFactor.deleteMany({ where: { userId, confirmedAt: null } })
    const created = await transaction.secondFactor.createMany({
      data: { userId, sealedSecret, recoveryHashes: [] },
      skipDuplicates: true,
    })
    return created.count === 1
  })
}

/** Turns on the pending second factor with this secret. False: one is on, or another secret has replaced it. */
export async function confirmPending(
  userId: string,
  sealedSecret: Bytes,
  on: { confirmedAt: Date; lastStep: number; recoveryHashes: Bytes[] },
): Promise<boolean> {
  const where = { userId, sealedSecret, confirmedAt: null }
  return (await prisma.secondFactor.updateMany({ where, data: on })).count === 1
}

/** False if a code of this or a later step was used: each works once. */
export async function claimStep(userId: string, step: number): Promise<boolean> {
  const { count } = await prisma.secondFactor.updateMany({
    where: { userId, confirmedAt: { not: null }, lastStep: { lt: step } },
    data: { lastStep: step },
  })
  return count === 1
}

/** True for one caller only. */
export async function claimRecoveryCode(userId: string, hash: Bytes): Promise<boolean> {
  const count = await prisma.$executeRaw`
    UPDATE second_factors SET recovery_hashes = array_remove(recovery_hashes, ${hash}::bytea)
     WHERE user_id = ${userId} AND confirmed_at IS NOT NULL AND ${hash}::bytea = ANY (recovery_hashes)`
  return count === 1
}

/** Replaces all recovery codes. False: no second factor is on. */
export async function replaceRecovery(
  userId: string,
  recoveryHashes: Bytes[],
  transaction: Transaction,
): Promise<boolean> {
  const where = { userId, confirmedAt: { not: null } }
  return (await transaction.secondFactor.updateMany({ where, data: { recoveryHashes } })).count === 1
}

export async function deleteSecondFactor(
  userId: string,
  transaction: Transaction = prisma,
): Promise<boolean> {
  return (
    (await transaction.secondFactor.deleteMany({ where: { userId, confirmedAt: { not: null } } })).count === 1
  )
}
