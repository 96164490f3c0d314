import { z } from 'zod'
import { pool, prisma } from '@/lib/platform/db'
import type { Transaction } from '@/lib/platform/transaction'
import type { ObjectRecord, Prisma } from '@/prisma/generated/client'
import { type ObjectStatus, statesBefore } from './state'

export type ObjectRow = ObjectRecord

export async function insertStoring(data: Omit<Prisma.ObjectRecordCreateInput, 'status'>): Promise<void> {
  await prisma.objectRecord.create({ data: { ...data, status: 'storing' satisfies ObjectStatus } })
}

/** False when the sweep took it for abandoned meanwhile. */
export async function markStored(
  id: string,
  written: { sizeBytes: number; sha256: Buffer; expiresAt: Date },
): Promise<boolean> {
  const { count } = await prisma.objectRecord.updateMany({
    where: { id, status: { in: statesBefore('stored') } },
    data: {
      status: 'stored' satisfies ObjectStatus,
      sizeBytes: written.sizeBytes,
      sha256: new Uint8Array(written.sha256),
      sweepAt: written.expiresAt,
    },
  })
  return count === 1
}

/** Stored and not expired; for anyone who has the link, or for its owner alone. */
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

/** From now on they cannot be read; a sweep deletes them. */
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

const DueRow = z.object({ id: z.string(), storage_key: z.string() })

/** Takes some that are due for this process alone: until `retryAt` no other sweep looks at them. */
export async function claimDue(
  now: Date,
  retryAt: Date,
  limit: number,
): Promise<{ id: string; storageKey: string }[]> {
  const { rows } = await pool.query(
    `UPDATE objects SET status = 'deleting', sweep_at = $2
      WHERE id IN (SELECT id FROM objects WHERE sweep_at <= $1 AND status = ANY($4) ORDER BY sweep_at LIMIT $3 FOR UPDATE SKIP LOCKED)
      RETURNING id, storage_key`,
    [now, retryAt, limit, statesBefore('deleting')],
  )
  return z
    .array(DueRow)
    .parse(rows)
    .map((row) => ({ id: row.id, storageKey: row.storage_key }))
}

export async function deleteRows(ids: readonly string[]): Promise<void> {
  await prisma.objectRecord.deleteMany({
    where: { id: { in: [...ids] }, status: 'deleting' satisfies ObjectStatus },
  })
}
