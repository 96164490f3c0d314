import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { JobRun, QueuedJob } from '@/lib/platform/jobs/job'
import { logger } from '@/lib/platform/logger'
import { LONGEST_PUT_MILLIS, storageAttempt } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import type { Transaction } from '@/lib/platform/transaction'
import type { CheckedUpload } from './check-uploads'
import {
  claimDue,
  type DueUpload,
  deleteRow,
  endClaims,
  findClaimed,
  listReleasedKeys,
  releaseRows,
  sweepAgainAt,
} from './repository'

export { claimSql } from './repository'

/** Deletes the inputs of an ended task. The sweep deletes what it leaves. */
export const deleteReleasedJob: QueuedJob<{ taskId: string }> = {
  name: 'uploads.delete-released',
  payload: z.object({ taskId: z.string() }),
  concurrency: () => 4,
  retryLimit: 5,
  retryDelaySeconds: 5,
  expireInSeconds: 60,
}

/** Longer than any task runs. */
const TASK_AT_MOST_MILLIS = 7 * 24 * 3600 * 1000

/**
 * Checked uploads as input for the statement that creates a task (`claimSql`), which claims each for one task only. If it claims
 * fewer than there are, the task must not be created.
 */
export function toClaims(uploads: readonly CheckedUpload[]): object[] {
  const now = clock.now()
  const sweepAt = new Date(now.getTime() + TASK_AT_MOST_MILLIS)
  return uploads.map(({ uploadId: id, width, height }) => ({
    id,
    width,
    height,
    claimed_at: now,
    sweep_at: sweepAt,
  }))
}

/** Releases the uploads of a task, in the transaction that ends it; they are deleted. Idempotent. */
export async function releaseUploads(
  customerId: string,
  taskId: string,
  transaction: Transaction,
): Promise<void> {
  const count = await releaseRows(customerId, taskId, clock.now(), transaction)
  if (count > 0) await enqueue(deleteReleasedJob, { taskId }, { transaction })
}

type UploadedImage = {
  bytes: Buffer
  mimeType: string
  /** In pixels, after applying the EXIF orientation. */
  width: number
  height: number
}

/**
 * The bytes of an upload, for the task that claimed it: at most 25 MiB, exactly those that were checked. Throws `upload_not_found`,
 * `upload_missing`, `upload_checksum_mismatch`, and StorageError, which may be temporary.
 */
export async function readUpload(
  customerId: string,
  { taskId, uploadId }: { taskId: string; uploadId: string },
): Promise<UploadedImage> {
  const row = await findClaimed(customerId, taskId, uploadId)
  if (row === null || row.width === null || row.height === null) throw new AppError('upload_not_found')
  const stored = await storage().get(row.storageKey)
  if (stored === null) throw new AppError('upload_missing')
  if (stored.sizeBytes !== row.contentLength) {
    stored.body.destroy()
    throw new AppError('upload_checksum_mismatch')
  }
  const bytes = await storageAttempt('read an upload', () => buffer(stored.body))
  // While its link was valid, other bytes with the same MD5 could have replaced the checked ones.
  if (!createHash('sha256').update(bytes).digest().equals(row.sha256))
    throw new AppError('upload_checksum_mismatch')
  return { bytes, mimeType: row.contentType, width: row.width, height: row.height }
}

const BATCH_SIZE = 100
const RETRY_AFTER_MILLIS = 10 * 60 * 1000
/** For the last step of a PUT that ended just in time. */
const MARGIN_MILLIS = 60 * 1000
/** For this long, an unclaimed upload is reported as expired, not as unknown. */
const CALLED_EXPIRED_MILLIS = 24 * 3600 * 1000

/**
 * Deletes uploads that no task claimed in time and those whose task has ended: the bytes immediately, the row once a second use need
 * not be recognized and no PUT can restore bytes. Idempotent, safe on any node.
 */
export async function sweepUploads(): Promise<void> {
  for (;;) {
    const now = clock.now()
    const due = await claimDue(now, new Date(now.getTime() + RETRY_AFTER_MILLIS), BATCH_SIZE)
    const outcomes = await Promise.allSettled(due.map((upload) => sweepOne(upload, now)))
    const failures = outcomes.filter(({ status }) => status === 'rejected').length
    if (failures > 0) logger.warn({ count: failures }, 'uploads could not be deleted')
    if (due.length < BATCH_SIZE || failures === due.length) return
  }
}

async function sweepOne(upload: DueUpload, now: Date): Promise<void> {
  await storage().delete(upload.storageKey)
  const putEnd = upload.urlExpiresAt.getTime() + LONGEST_PUT_MILLIS + MARGIN_MILLIS
  const knownFor = upload.taskId === null ? CALLED_EXPIRED_MILLIS : 0
  const end = new Date(Math.max(putEnd, upload.claimExpiresAt.getTime() + knownFor))
  if (end <= now) await deleteRow(upload.id)
  else await sweepAgainAt(upload.id, end)
}

/** Expires a deleted customer's unclaimed uploads; the sweep deletes them. */
export async function expireUploadsOf(customerId: string): Promise<void> {
  await endClaims(customerId, clock.now())
}

/** Deletes the bytes of a task's released uploads. The sweep deletes the rows. */
export async function deleteReleased({
  payload,
}: Pick<JobRun<{ taskId: string }>, 'payload'>): Promise<void> {
  for (const key of await listReleasedKeys(payload.taskId)) await storage().delete(key)
}
