import { z } from 'zod'
import { prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'

/** The table of links to set a new password. */
type Token = Uint8Array<ArrayBuffer>

/** A newer link voids the older: each person has one row. */
export async function upsertReset(
  userId: string,
  tokenHash: Token,
  expiresAt: Date,
  transaction: Transaction = prisma,
): Promise<void> {
  const data = { tokenHash, expiresAt }
  await transaction.passwordReset.upsert({ where: { userId }, create: { userId, ...data }, update: data })
}

export function findReset(tokenHash: Token, now: Date) {
  return prisma.passwordReset.findFirst({
    where: { tokenHash, expiresAt: { gt: now } },
    select: { user: { select: { id: true, email: true } } },
  })
}

const Used = z.array(z.object({ user_id: z.string() }))

/** True for one caller alone, and for none once another link has taken this one's place. */
export async function takeReset(tokenHash: Token, now: Date, transaction: Transaction): Promise<boolean> {
  const rows: unknown = await transaction.$queryRaw`
    DELETE FROM password_resets WHERE token_hash = ${tokenHash} AND expires_at > ${now} RETURNING user_id`
  return Used.parse(rows).length === 1
}
