import { prisma } from '@/lib/platform/db'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import type { RequestContents } from '@/prisma/generated/client'

/** The table of what was asked and answered. Whether and how long it is kept is said by the key's own row alone. */

/** As much as one key may fill; what comes after is not kept. */
const MOST_BYTES_OF_KEY = 256 * 1024 * 1024

/**
 * Only while the key says so. The statement waits for a change of that row, and such a change for it: nothing is written
 * after what was kept is deleted.
 */
export async function insertContents(row: RequestContents, now: Date): Promise<void> {
  const { id, customerId, apiKeyId, taskId, createdAt, sealed } = row
  await prisma.$executeRaw`
    WITH key AS (
      UPDATE api_keys SET contents_bytes = contents_bytes + ${sealed.length}
       WHERE id = ${apiKeyId} AND customer_id = ${customerId} AND contents_until > ${now} AND revoked_at IS NULL
         AND contents_bytes + ${sealed.length} <= ${MOST_BYTES_OF_KEY}
      RETURNING id)
    INSERT INTO request_contents (id, customer_id, api_key_id, task_id, created_at, sealed)
    SELECT ${id}, ${customerId}, key.id, ${taskId}, ${createdAt}, ${sealed} FROM key`
}

/** By the request, or the task that it made; the first of those that asked for that. */
export function findContents(
  customerId: string,
  { id, taskId }: { id: string; taskId: string | null },
  now: Date,
): Promise<RequestContents | null> {
  return prisma.requestContents.findFirst({
    where: {
      customerId,
      OR: [{ id }, ...(taskId === null ? [] : [{ taskId }])],
      apiKey: { contentsUntil: { gt: now }, revokedAt: null },
    },
    orderBy: { id: 'asc' },
  })
}

/** Of a key that keeps none from now on. */
export async function deleteContents(apiKeyId: string, transaction: Transaction): Promise<void> {
  await transaction.requestContents.deleteMany({ where: { apiKeyId } })
}

export async function deleteAllContents(customerId: string): Promise<void> {
  await prisma.requestContents.deleteMany({ where: { customerId } })
}

/** Of the keys whose time is over. */
export function endContents(now: Date): Promise<void> {
  return inTransaction(async (transaction) => {
    const where = { contentsUntil: { lte: now } }
    const data = { contentsUntil: null, contentsBytes: 0n }
    const over = await transaction.apiKey.updateManyAndReturn({ where, data, select: { id: true } })
    await transaction.requestContents.deleteMany({ where: { apiKeyId: { in: over.map(({ id }) => id) } } })
  })
}
