import { prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'
import type { Prisma, Share } from '@/prisma/generated/client'

export type ShareRow = Share
type Digest = Uint8Array<ArrayBuffer>

/** Inserts a share, and deletes those of the customer that have expired. */
export async function insertShare(data: Prisma.ShareUncheckedCreateInput, now: Date): Promise<ShareRow> {
  await prisma.share.deleteMany({ where: { customerId: data.customerId, expiresAt: { lte: now } } })
  return prisma.share.create({ data })
}

export function listOpenShares(
  customerId: string,
  taskId: string | undefined,
  now: Date,
): Promise<ShareRow[]> {
  return prisma.share.findMany({
    where: { customerId, expiresAt: { gt: now }, ...(taskId !== undefined && { taskId }) },
    orderBy: { createdAt: 'desc' },
    take: 100,
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
