import { prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'

/** Validity of a mailed link. */
export const LINK_MINUTES = 60

export function linkEnd(now: Date): Date {
  return new Date(now.getTime() + LINK_MINUTES * 60_000)
}

/** Mailed links: password resets and email changes. */
type Token = Uint8Array<ArrayBuffer>

/** Earlier links stay valid: the request may be someone else's. Expired links are deleted. */
export async function insertReset(
  reset: { userId: string; tokenHash: Token; expiresAt: Date },
  now: Date,
  transaction: Transaction = prisma,
): Promise<void> {
  await transaction.passwordReset.create({ data: reset })
  await transaction.passwordReset.deleteMany({ where: { userId: reset.userId, expiresAt: { lte: now } } })
}

export function findReset(tokenHash: Token, now: Date) {
  return prisma.passwordReset.findFirst({
    where: { tokenHash, expiresAt: { gt: now } },
    select: { user: { select: { id: true, email: true } } },
  })
}

/** True for one caller only; false once the password was changed. */
export async function claimReset(tokenHash: Token, now: Date, transaction: Transaction): Promise<boolean> {
  const { count } = await transaction.passwordReset.deleteMany({
    where: { tokenHash, expiresAt: { gt: now } },
  })
  return count === 1
}

/** Replaces the person's pending change. It has no link until the address is known to be free. */
export async function upsertEmailChange(
  userId: string,
  email: string,
  expiresAt: Date,
  transaction: Transaction,
): Promise<void> {
  const data = { email, expiresAt, tokenHash: null }
  await transaction.emailChange.upsert({ where: { userId }, create: { userId, ...data }, update: data })
}

/** False if the pending change was replaced or cancelled. */
export async function updateChangeToken(userId: string, email: string, tokenHash: Token): Promise<boolean> {
  const { count } = await prisma.emailChange.updateMany({ where: { userId, email }, data: { tokenHash } })
  return count === 1
}

const withUser = { user: { select: { id: true, email: true } } } as const

export function findEmailChange(tokenHash: Token, now: Date) {
  return prisma.emailChange.findFirst({
    where: { tokenHash, expiresAt: { gt: now } },
    include: withUser,
  })
}

/** The person's pending change to this email. */
export function findWantedEmail(userId: string, email: string, now: Date) {
  return prisma.emailChange.findFirst({
    where: { userId, email, expiresAt: { gt: now } },
    include: withUser,
  })
}

/** True for one caller only. */
export async function claimEmailChange(
  tokenHash: Token,
  now: Date,
  transaction: Transaction,
): Promise<boolean> {
  const { count } = await transaction.emailChange.deleteMany({ where: { tokenHash, expiresAt: { gt: now } } })
  return count === 1
}

export async function deleteEmailChange(userId: string): Promise<void> {
  await prisma.emailChange.deleteMany({ where: { userId } })
}
