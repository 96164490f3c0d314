import { z } from 'zod'
import { prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'
import type { StoredFile } from '@/prisma/generated/client'

export type FileRow = StoredFile

export async function insertFile(data: FileRow, transaction: Transaction): Promise<void> {
  await transaction.storedFile.create({ data })
}

export function findFile(
  customerId: string,
  id: string,
  now: Date,
  transaction: Transaction = prisma,
): Promise<FileRow | null> {
  // Postgres cannot even be asked for a NUL.
  if (id.includes('\0')) return Promise.resolve(null)
  return transaction.storedFile.findFirst({ where: { id, customerId, expiresAt: { gt: now } } })
}

type Wanted = {
  after: string | undefined
  order: 'asc' | 'desc'
  purpose: string | undefined
  take: number
}

/** By their ids, which begin with a time. */
export function listFileRows(
  customerId: string,
  { after, order, purpose, take }: Wanted,
  now: Date,
): Promise<FileRow[]> {
  return prisma.storedFile.findMany({
    where: {
      customerId,
      expiresAt: { gt: now },
      ...(purpose !== undefined && { purpose }),
      ...(after !== undefined && { id: order === 'desc' ? { lt: after } : { gt: after } }),
    },
    orderBy: { id: order },
    take,
  })
}

/** What a customer has uploaded, and when the first of it expires. */
export async function sumUploaded(customerId: string, now: Date) {
  const { _sum, _min } = await prisma.storedFile.aggregate({
    where: { customerId, purpose: 'batch', expiresAt: { gt: now } },
    _sum: { sizeBytes: true },
    _min: { expiresAt: true },
  })
  return { bytes: Number(_sum.sizeBytes ?? 0n), until: _min.expiresAt }
}

const Removed = z.array(z.object({ object_id: z.string() }))

/** The object of the removed file; undefined where there is none, or it is being read. */
export async function removeFile(
  customerId: string,
  id: string,
  transaction: Transaction,
): Promise<string | undefined> {
  const rows: unknown = await transaction.$queryRaw`
    DELETE FROM files WHERE id = ${id} AND customer_id = ${customerId} AND readers = 0 RETURNING object_id`
  return Removed.parse(rows)[0]?.object_id
}

/** One more, or one less, reads it. */
export async function countReader(id: string, change: 1 | -1, transaction: Transaction): Promise<boolean> {
  const { count } = await transaction.storedFile.updateMany({
    where: { id },
    data: { readers: { increment: change } },
  })
  return count === 1
}

/** Rows only; the objects' own sweep deletes the bytes. */
export async function deleteExpired(now: Date): Promise<void> {
  await prisma.storedFile.deleteMany({ where: { expiresAt: { lte: now } } })
}

export async function deleteFilesOf(customerId: string): Promise<void> {
  await prisma.storedFile.deleteMany({ where: { customerId } })
}
