import { z } from 'zod'
import { pool, prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'

/** What operators see instead of the name. */
const NAMELESS = 'Deleted account'

export async function deletePeople(
  customerId: string,
  deletedAt: Date,
  transaction: Transaction,
): Promise<void> {
  await transaction.oauthAccount.deleteMany({ where: { user: { customerId } } })
  await transaction.user.deleteMany({ where: { customerId } })
  await transaction.customer.update({
    where: { id: customerId },
    data: { name: NAMELESS, deletedAt, eraseAt: deletedAt },
  })
}

const Erasure = z.object({ id: z.string(), deleted_at: z.date() })

/** Deleted customers whose turn it is, for this process alone: nobody else looks at them before `retryAt`. */
export async function claimDueErasures(
  now: Date,
  retryAt: Date,
  limit: number,
): Promise<{ id: string; deletedAt: Date }[]> {
  const { rows } = await pool.query(
    `UPDATE customers SET erase_at = $2
      WHERE id IN (SELECT id FROM customers WHERE erase_at <= $1 AND deleted_at IS NOT NULL ORDER BY erase_at LIMIT $3 FOR UPDATE SKIP LOCKED)
      RETURNING id, deleted_at`,
    [now, retryAt, limit],
  )
  return z
    .array(Erasure)
    .parse(rows)
    .map((row) => ({ id: row.id, deletedAt: row.deleted_at }))
}

export async function forgetErasure(customerId: string): Promise<void> {
  await prisma.customer.updateMany({
    where: { id: customerId, deletedAt: { not: null } },
    data: { eraseAt: null },
  })
}
