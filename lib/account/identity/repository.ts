import { z } from 'zod'
import { prisma } from '@/lib/platform/db'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { inTransaction, isViolation, type Transaction } from '@/lib/platform/transaction'
import type { Prisma } from '@/prisma/generated/client'

/** People and customers, sessions, and the counts of failed sign-ins and mails. */
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
 * Inserts a user and their personal organization, and runs `andThen` in the same transaction. Undefined when the email or the
 * service's account is taken, also under concurrent calls.
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
      const owner = { id: newId('mbr'), customerId: customer.id, userId: user.id, role: 'owner' }
      await transaction.membership.createMany({ data: owner, skipDuplicates: true })
      await andThen(transaction)
      return created
    })
  } catch (error) {
    if (isViolation(error, 'P2002')) return undefined
    throw error
  }
}

/** With the accounts at other services. */
export function findPerson(userId: string, transaction: Transaction) {
  return transaction.user.findUniqueOrThrow({ where: { id: userId }, include: { oauth: true } })
}

/** The person's services go with them; memberships stay, without the person. */
export async function deleteUser(userId: string, transaction: Transaction): Promise<void> {
  await transaction.oauthAccount.deleteMany({ where: { userId } })
  await transaction.user.delete({ where: { id: userId } })
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

const membershipsInForce = {
  where: { endedAt: null, customer: { deletedAt: null } },
  orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  include: {
    customer: {
      select: {
        id: true,
        name: true,
        isOperator: true,
        isDemo: true,
        suspendedAt: true,
        rateLimitTpm: true,
        maxConcurrency: true,
        limitNanos: true,
        limitReset: true,
      },
    },
  },
} satisfies Prisma.User$membershipsArgs

/** A person with their memberships, oldest first. */
export function findMemberOf(userId: string) {
  return prisma.user.findUnique({ where: { id: userId }, include: { memberships: membershipsInForce } })
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
    if (isViolation(error, 'P2002')) return false
    throw error
  }
}

/** Whether an organization invited this email. */
export async function isInvited(email: string, now: Date): Promise<boolean> {
  const where = { email, acceptedAt: null, expiresAt: { gt: now } }
  return (await prisma.invitation.findFirst({ where, select: { id: true } })) !== null
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
    throw isViolation(error, 'P2002') ? new AppError('email_taken', { param: 'email' }) : error
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

/** Also renames the personal organization, if it had the person's name and nobody else is in it. */
export async function updateName(userId: string, name: string): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    const before = await transaction.user.findUniqueOrThrow({ where: { id: userId } })
    await transaction.user.update({ where: { id: userId }, data: { name } })
    await transaction.customer.updateMany({
      where: {
        id: before.customerId,
        name: before.name,
        memberships: { none: { endedAt: null, userId: { not: userId } } },
      },
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

/** Every change of sign-in methods locks the person first, which prevents deadlocks. False: the account was deleted. */
export async function lockUser(userId: string, transaction: Transaction): Promise<boolean> {
  return (await transaction.$executeRaw`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`) === 1
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
