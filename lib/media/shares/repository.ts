import { prisma } from '@/lib/platform/db'
import { inTransaction, type Transaction } from '@/lib/platform/transaction'
import type { Prisma, Share } from '@/prisma/generated/client'

export type ShareRow = Share
type Digest = Uint8Array<ArrayBuffer>

/** Deletes those of the customer that have expired first. Undefined: it has `most` open ones already. */
export function insertShare(
  data: Prisma.ShareUncheckedCreateInput & { createdAt: Date },
  most: number,
): Promise<ShareRow | undefined> {
  const { customerId, createdAt } = data
  return inTransaction(async (transaction) => {
    const lock = `portico:shares:${customerId}`
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`
    await transaction.share.deleteMany({ where: { customerId, expiresAt: { lte: createdAt } } })
    if ((await transaction.share.count({ where: { customerId } })) >= most) return undefined
    return transaction.share.create({ data })
  })
}

export function listOpenShares(
  customerId: string,
  taskId: string | undefined,
  now: Date,
  most: number,
): Promise<ShareRow[]> {
  return prisma.share.findMany({
    where: { customerId, expiresAt: { gt: now }, ...(taskId !== undefined && { taskId }) },
    orderBy: { createdAt: 'desc' },
    take: most,
  })
}

export function findOpenShare(tokenDigest: Digest, now: Date): Promise<ShareRow | null> {
  return prisma.share.findFirst({ where: { tokenDigest, expiresAt: { gt: now } } })
}

/** False if there is none. */
export async function deleteShare(customerId: string, id: string): Promise<boolean> {
  const { count } = await prisma.share.deleteMany({ where: { customerId, id } })
  return count === 1
}

export async function deleteSharesOf(customerId: string, transaction: Transaction = prisma): Promise<void> {
  await transaction.share.deleteMany({ where: { customerId } })
}
