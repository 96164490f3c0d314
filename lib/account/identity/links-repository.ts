import { createHash, randomBytes } from 'node:crypto'
import { prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'

/** For how long a link in a mail is good. */
export const LINK_MINUTES = 60

/** What a link carries, and what is kept of it. */
export function newLinkToken(): { token: string; hash: Uint8Array<ArrayBuffer> } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashLinkToken(token) }
}

export function hashLinkToken(token: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(token).digest())
}

export function linkEnd(now: Date): Date {
  return new Date(now.getTime() + LINK_MINUTES * 60_000)
}

/** The links that are mailed: to set a new password, and to confirm another email. */
type Token = Uint8Array<ArrayBuffer>

/** Added to the person's others, since this request may be someone else's; links that are too old are deleted. */
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

/** True for one caller alone, and for none once the password was changed otherwise. */
export async function claimReset(tokenHash: Token, now: Date, transaction: Transaction): Promise<boolean> {
  const { count } = await transaction.passwordReset.deleteMany({
    where: { tokenHash, expiresAt: { gt: now } },
  })
  return count === 1
}

/** Replaces the person's earlier request. It has no link until the address turns out to be free. */
export async function upsertEmailChange(
  userId: string,
  email: string,
  expiresAt: Date,
  transaction: Transaction,
): Promise<void> {
  const data = { email, expiresAt, tokenHash: null }
  await transaction.emailChange.upsert({ where: { userId }, create: { userId, ...data }, update: data })
}

/** False once the person wants another email, or none. */
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

/** What the person wants, if it is still this. */
export function findWantedEmail(userId: string, email: string, now: Date) {
  return prisma.emailChange.findFirst({
    where: { userId, email, expiresAt: { gt: now } },
    include: withUser,
  })
}

/** True for one caller alone. */
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
