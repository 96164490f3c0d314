import { prisma } from '@/lib/platform/db'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import type { RequestContents } from '@/prisma/generated/client'

/** The table of kept requests and answers. Whether and how long they are kept is set in the key's own row alone. */

/** The most that one key may store; what follows is not kept. */
const MOST_BYTES_OF_KEY = 256 * 1024 * 1024

/**
 * Only while the key's row allows it. The statement and a change of that row wait for each other: nothing is written
 * after the contents are deleted.
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

/** By the request, or the task that it made; for a task the first such request. */
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

/** Of a key that keeps no contents from now on. */
export async function deleteContents(apiKeyId: string, transaction: Transaction): Promise<void> {
  await transaction.requestContents.deleteMany({ where: { apiKeyId } })
}

export async function deleteAllContents(customerId: string): Promise<void> {
  await prisma.requestContents.deleteMany({ where: { customerId } })
}

/** Of keys whose period has ended. */
export function endContents(now: Date): Promise<void> {
  return inTransaction(async (transaction) => {
    const where = { contentsUntil: { lte: now } }
    const data = { contentsUntil: null, contentsBytes: 0n }
    const over = await transaction.apiKey.updateManyAndReturn({ where, data, select: { id: true } })
    await transaction.requestContents.deleteMany({ where: { apiKeyId: { in: over.map(({ id }) => id) } } })
  })
}
