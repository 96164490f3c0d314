import { z } from 'zod'
import { prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'

/** The table of links to set a new password. */
type Token = Uint8Array<ArrayBuffer>

/** Beside the person's others, for anybody may have asked for this one; those that are too old go. */
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

const Used = z.array(z.object({ user_id: z.string() }))

/** True for one caller alone, and for none once the password was changed otherwise. */
export async function takeReset(tokenHash: Token, now: Date, transaction: Transaction): Promise<boolean> {
  const rows: unknown = await transaction.$queryRaw`
    DELETE FROM password_resets WHERE token_hash = ${tokenHash} AND expires_at > ${now} RETURNING user_id`
  return Used.parse(rows).length === 1
}
