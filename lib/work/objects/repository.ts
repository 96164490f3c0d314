import { z } from 'zod'
import { pool, prisma } from '@/lib/platform/db'
import { type StateMoves, statesLeadingTo } from '@/lib/platform/states-leading-to'
import type { Waiting } from '@/lib/platform/storage/storage'
import type { Transaction } from '@/lib/platform/transaction'
import type { ObjectRecord, StoredFile } from '@/prisma/generated/client'

type ObjectStatus = 'storing' | 'stored' | 'deleting'

/** Status transitions. `deleting` objects exist only for the sweep, which may have to retry. */
const moves: StateMoves<ObjectStatus> = {
  storing: ['stored', 'deleting'],
  stored: ['deleting'],
  deleting: ['deleting'],
}

/** The statuses from which an object can move to this one. */
const statesBefore = (to: ObjectStatus) => statesLeadingTo(moves, to)

export type ObjectRow = ObjectRecord

type NewObject = Pick<
  ObjectRow,
  'id' | 'customerId' | 'storageKey' | 'mimeType' | 'fileName' | 'needsSignature' | 'expiresAt' | 'sweepAt'
> & { announcedBytes: number | null }

export async function insertStoring(object: NewObject): Promise<void> {
  const { id, customerId, storageKey, mimeType, fileName, needsSignature, expiresAt, sweepAt } = object
  const { announcedBytes } = object
  await pool.query({
    name: 'object-storing',
    text: `INSERT INTO objects (id, customer_id, storage_key, status, mime_type, file_name, needs_signature, expires_at, sweep_at, size_bytes)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      id,
      customerId,
      storageKey,
      'storing' satisfies ObjectStatus,
      mimeType,
      fileName,
      needsSignature,
      expiresAt,
      sweepAt,
      announcedBytes,
    ],
  })
}

const WaitingRow = z.tuple([z.object({ bytes: z.number(), until: z.date().nullable() })])

/**
 * Bytes of a customer's objects that are kept for at most `keptMillis`, until something copies them. An object of unknown size
 * that is being stored counts as `mostBytes`.
 */
export async function countWaiting(
  customerId: string,
  now: Date,
  { keptMillis, mostBytes }: { keptMillis: number; mostBytes: number },
): Promise<Waiting> {
  const [earliest, latest] = [new Date(now.getTime() - keptMillis), new Date(now.getTime() + keptMillis)]
  const rows = await prisma.$queryRaw`
    SELECT coalesce(sum(coalesce(size_bytes, ${mostBytes})), 0)::float8 AS bytes, min(expires_at) AS until FROM objects
     WHERE customer_id = ${customerId} AND created_at > ${earliest} AND expires_at > ${now} AND expires_at <= ${latest}
       AND status IN ('storing', 'stored')`
  return WaitingRow.parse(rows)[0]
}

/** False if the sweep has considered it abandoned. */
export async function markStored(
  id: string,
  written: { sizeBytes: number; sha256: Buffer; expiresAt: Date },
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'object-stored',
    text: 'UPDATE objects SET status = $3, size_bytes = $4, sha256 = $5, sweep_at = $6 WHERE id = $1 AND status = ANY($2)',
    values: [
      id,
      statesBefore('stored'),
      'stored' satisfies ObjectStatus,
      written.sizeBytes,
      written.sha256,
      written.expiresAt,
    ],
  })
  return rowCount === 1
}

/** False if it no longer exists. */
export async function extendRow(
  customerId: string,
  id: string,
  expiresAt: Date,
  transaction: Transaction,
): Promise<boolean> {
  const { count } = await transaction.objectRecord.updateMany({
    where: { id, customerId, status: 'stored' satisfies ObjectStatus },
    data: { expiresAt, sweepAt: expiresAt },
  })
  return count === 1
}

/** A stored, unexpired object, of any customer or of one. */
export function findReadable(id: string, now: Date, customerId?: string): Promise<ObjectRow | null> {
  return prisma.objectRecord.findFirst({
    where: {
      id,
      status: 'stored' satisfies ObjectStatus,
      expiresAt: { gt: now },
      ...(customerId !== undefined && { customerId }),
    },
  })
}

/** The customer's objects with exactly these bytes, newest first. */
export async function listSame(customerId: string, sha256: Uint8Array<ArrayBuffer>, most: number) {
  const rows = await prisma.objectRecord.findMany({
    where: { customerId, sha256, status: 'stored' satisfies ObjectStatus },
    select: { id: true },
    orderBy: { createdAt: 'desc' },
    take: most,
  })
  return rows.map(({ id }) => id)
}

/** They become unreadable, and the sweep deletes them. */
export async function markDeleting(
  customerId: string,
  ids: readonly string[],
  sweepAt: Date,
  transaction: Transaction = prisma,
): Promise<number> {
  const { count } = await transaction.objectRecord.updateMany({
    where: { customerId, id: { in: [...ids] }, status: { in: statesBefore('deleting') } },
    data: { status: 'deleting' satisfies ObjectStatus, sweepAt },
  })
  return count
}

export async function markAllDeleting(customerId: string, sweepAt: Date, transaction: Transaction = prisma) {
  // Without those being deleted: a sweep may be working on them.
  await transaction.objectRecord.updateMany({
    where: { customerId, status: { in: ['storing', 'stored'] satisfies ObjectStatus[] } },
    data: { status: 'deleting' satisfies ObjectStatus, sweepAt },
  })
}

const DueObject = z.object({ id: z.string(), storageKey: z.string() })
type DueObject = z.infer<typeof DueObject>

/** Claims due objects: no other sweep sees them until `retryAt`. */
export async function claimDue(now: Date, retryAt: Date, limit: number): Promise<DueObject[]> {
  const rows = await prisma.$queryRaw`
    UPDATE objects SET status = 'deleting', sweep_at = ${retryAt}
     WHERE id IN (SELECT id FROM objects WHERE sweep_at <= ${now} AND status = ANY(${statesBefore('deleting')})
                   ORDER BY sweep_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, storage_key AS "storageKey"`
  return z.array(DueObject).parse(rows)
}

export async function deleteRows(ids: readonly string[]): Promise<void> {
  await prisma.objectRecord.deleteMany({
    where: { id: { in: [...ids] }, status: 'deleting' satisfies ObjectStatus },
  })
}

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
  // PostgreSQL rejects a NUL even in a query.
  if (id.includes('\0')) return Promise.resolve(null)
  return transaction.storedFile.findFirst({ where: { id, customerId, expiresAt: { gt: now } } })
}

type Wanted = {
  after: string | undefined
  order: 'asc' | 'desc'
  purpose: string | undefined
  take: number
}

/** Ordered by id; ids begin with a time. */
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

/** Total size of a customer's uploaded files, and when the first expires. */
export async function sumUploaded(customerId: string, now: Date) {
  const { _sum, _min } = await prisma.storedFile.aggregate({
    where: { customerId, purpose: 'batch', expiresAt: { gt: now } },
    _sum: { sizeBytes: true },
    _min: { expiresAt: true },
  })
  return { bytes: Number(_sum.sizeBytes ?? 0n), until: _min.expiresAt }
}

const Removed = z.array(z.object({ object_id: z.string() }))

/** Deletes a file that no batch reads; returns its object's id. Undefined: not found, or in use. */
export async function removeFile(
  customerId: string,
  id: string,
  transaction: Transaction,
): Promise<string | undefined> {
  const rows: unknown = await transaction.$queryRaw`
    DELETE FROM files WHERE id = ${id} AND customer_id = ${customerId} AND readers = 0 RETURNING object_id`
  return Removed.parse(rows)[0]?.object_id
}

/** Adds or removes a reader. False: the file is gone. */
export async function countReader(id: string, change: 1 | -1, transaction: Transaction): Promise<boolean> {
  const { count } = await transaction.storedFile.updateMany({
    where: { id },
    data: { readers: { increment: change } },
  })
  return count === 1
}

/** Deletes rows only; the sweep of objects deletes the bytes. */
export async function deleteExpired(now: Date): Promise<void> {
  await prisma.storedFile.deleteMany({ where: { expiresAt: { lte: now } } })
}

/** Deletes a customer's files; `deleteObjectsOf` deletes the bytes. */
export async function eraseFilesOf(customerId: string): Promise<void> {
  await prisma.storedFile.deleteMany({ where: { customerId } })
}
