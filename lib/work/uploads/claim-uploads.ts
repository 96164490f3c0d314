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

/** A task has ended: its inputs go. What this does not manage, the sweep does. */
export const deleteReleasedJob: QueuedJob<{ taskId: string }> = {
  name: 'uploads.delete-released',
  payload: z.object({ taskId: z.string() }),
  concurrency: () => 4,
  retryLimit: 5,
  retryDelaySeconds: 5,
  expireInSeconds: 60,
}

/** A task that never reported its end has long ended by then. */
const TASK_AT_MOST_MILLIS = 7 * 24 * 3600 * 1000

/**
 * Checked uploads as input for the statement that creates a task (`claimSql`). It gives each to one task only, however many ask
 * at once; where it claims fewer than there are, the task must not be created.
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

/** The task has ended, however: what it used is deleted. In the transaction that ends it; safe to call twice. */
export async function releaseUploads(
  customerId: string,
  taskId: string,
  transaction: Transaction,
): Promise<void> {
  const count = await releaseRows(customerId, taskId, clock.now(), transaction)
  if (count > 0) await enqueue(deleteReleasedJob, { taskId }, { transaction })
}

export type UploadedImage = {
  bytes: Buffer
  mimeType: string
  /** As shown, once turned as its orientation says. */
  width: number
  height: number
}

/**
 * The bytes of an upload for the task that claimed it: at most 25 MiB, exactly those that were checked. Throws
 * `upload_not_found`, `upload_missing`, `upload_checksum_mismatch`; StorageError, after which trying again may help.
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
  // While its link was good, other bytes of the same MD5 could have been PUT over those that were checked.
  if (!createHash('sha256').update(bytes).digest().equals(row.sha256))
    throw new AppError('upload_checksum_mismatch')
  return { bytes, mimeType: row.contentType, width: row.width, height: row.height }
}

const AT_ONCE = 100
const RETRY_AFTER_MILLIS = 10 * 60 * 1000
/** For the last step of a PUT that only just ended in time. */
const MARGIN_MILLIS = 60 * 1000
/** One that no task claimed is called expired, not unknown. */
const CALLED_EXPIRED_MILLIS = 24 * 3600 * 1000

/**
 * Deletes uploads that no task claimed in time and those whose task has ended: the bytes at once, the row when a second
 * use need not be recognised any more and no PUT can bring bytes back. Safe to run twice and anywhere.
 */
export async function sweepUploads(): Promise<void> {
  for (;;) {
    const now = clock.now()
    const due = await claimDue(now, new Date(now.getTime() + RETRY_AFTER_MILLIS), AT_ONCE)
    const outcomes = await Promise.allSettled(due.map((upload) => sweepOne(upload, now)))
    const failures = outcomes.filter(({ status }) => status === 'rejected').length
    if (failures > 0) logger.warn({ count: failures }, 'uploads could not be deleted')
    if (due.length < AT_ONCE || failures === due.length) return
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

/** What a deleted customer uploaded and no task claimed expires at once: the sweep deletes it. */
export async function expireUploadsOf(customerId: string): Promise<void> {
  await endClaims(customerId, clock.now())
}

/** Deletes the bytes of a task's released uploads now. Their rows are the sweep's. */
export async function deleteReleased({
  payload,
}: Pick<JobRun<{ taskId: string }>, 'payload'>): Promise<void> {
  for (const key of await listReleasedKeys(payload.taskId)) await storage().delete(key)
}
