import { z } from 'zod'
import { prisma } from '@/lib/platform/db'
import { type StateMoves, statesLeadingTo } from '@/lib/platform/states-leading-to'
import type { Waiting } from '@/lib/platform/storage/storage'
import type { Transaction } from '@/lib/platform/transaction'
import type { Prisma, Upload } from '@/prisma/generated/client'

type UploadStatus = 'pending' | 'claimed' | 'released'

/**
 * Status transitions. The bytes of a `released` upload are deleted, more than once if the store fails or a PUT arrives late. Its row
 * stays for a while, so that a second use is recognized.
 */
const moves: StateMoves<UploadStatus> = {
  pending: ['claimed', 'released'],
  claimed: ['released'],
  released: ['released'],
}

/** The statuses from which an upload can move to this one. */
const statesBefore = (to: UploadStatus) => statesLeadingTo(moves, to)

export type UploadRow = Upload

export async function insertUpload(data: Prisma.UploadCreateInput): Promise<void> {
  await prisma.upload.create({ data })
}

/** Announced bytes of uploads that no task has claimed, whether or not they were PUT. */
export async function countWaiting(customerId: string, now: Date): Promise<Waiting> {
  const { _sum, _min } = await prisma.upload.aggregate({
    where: { customerId, status: 'pending' satisfies UploadStatus, claimExpiresAt: { gt: now } },
    _sum: { contentLength: true },
    _min: { claimExpiresAt: true },
  })
  return { bytes: _sum.contentLength ?? 0, until: _min.claimExpiresAt }
}

/** Deletes an upload whose link was never returned. */
export async function withdrawUpload(id: string): Promise<void> {
  await prisma.upload.deleteMany({ where: { id, status: 'pending' satisfies UploadStatus } })
}

export function findUpload(customerId: string, id: string): Promise<UploadRow | null> {
  return prisma.upload.findFirst({ where: { id, customerId } })
}

/**
 * pending → claimed, each by one task, in the statement that creates the tasks. `tasks` is a relation (task_id, customer_id, claims);
 * `claims` is `toClaims` as JSON. Returns (task_id), a row per claimed upload.
 */
export const claimSql = (tasks: string) => `WITH c AS MATERIALIZED (
     SELECT t.task_id, t.customer_id, x.* FROM ${tasks} t CROSS JOIN LATERAL json_to_recordset(t.claims)
       AS x(id text, width int, height int, claimed_at timestamptz, sweep_at timestamptz))
   UPDATE uploads u SET status = 'claimed', task_id = c.task_id, width = c.width, height = c.height, sweep_at = c.sweep_at
     FROM c WHERE u.id = ANY (ARRAY(SELECT id FROM c)) AND u.id = c.id AND u.customer_id = c.customer_id
      AND u.status = ANY ('{${statesBefore('claimed')}}') AND u.claim_expires_at > c.claimed_at RETURNING c.task_id`

export function findClaimed(customerId: string, taskId: string, id: string): Promise<UploadRow | null> {
  return prisma.upload.findFirst({
    where: { id, customerId, taskId, status: 'claimed' satisfies UploadStatus },
  })
}

/** claimed → released, for all uploads of a task; returns their number. */
export async function releaseRows(
  customerId: string,
  taskId: string,
  now: Date,
  transaction: Transaction = prisma,
): Promise<number> {
  const { count } = await transaction.upload.updateMany({
    where: { customerId, taskId, status: 'claimed' satisfies UploadStatus },
    data: { status: 'released' satisfies UploadStatus, sweepAt: now },
  })
  return count
}

/** The customer is gone, so the row need not stay. */
const LONG_AGO = new Date(0)

export async function endClaims(customerId: string, now: Date): Promise<void> {
  await prisma.upload.updateMany({
    where: { customerId, status: 'pending' satisfies UploadStatus, sweepAt: { gt: now } },
    data: { claimExpiresAt: LONG_AGO, sweepAt: now },
  })
}

export async function listReleasedKeys(taskId: string): Promise<string[]> {
  const rows = await prisma.upload.findMany({
    where: { taskId, status: 'released' satisfies UploadStatus },
    select: { storageKey: true },
  })
  return rows.map((row) => row.storageKey)
}

const DueUpload = z.object({
  id: z.string(),
  storageKey: z.string(),
  urlExpiresAt: z.date(),
  claimExpiresAt: z.date(),
  taskId: z.string().nullable(),
})
export type DueUpload = z.infer<typeof DueUpload>

/** Claims and releases due uploads: no other sweep sees them until `retryAt`. */
export async function claimDue(now: Date, retryAt: Date, limit: number): Promise<DueUpload[]> {
  const rows = await prisma.$queryRaw`
    UPDATE uploads SET status = 'released', sweep_at = ${retryAt}
     WHERE id IN (SELECT id FROM uploads WHERE sweep_at <= ${now} AND status = ANY(${statesBefore('released')})
                   ORDER BY sweep_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING id, storage_key AS "storageKey", url_expires_at AS "urlExpiresAt", claim_expires_at AS "claimExpiresAt",
      task_id AS "taskId"`
  return z.array(DueUpload).parse(rows)
}

export async function deleteRow(id: string): Promise<void> {
  await prisma.upload.deleteMany({ where: { id, status: 'released' satisfies UploadStatus } })
}

export async function sweepAgainAt(id: string, sweepAt: Date): Promise<void> {
  await prisma.upload.updateMany({
    where: { id, status: 'released' satisfies UploadStatus },
    data: { sweepAt },
  })
}
