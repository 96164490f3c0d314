import { clock } from '@/lib/platform/clock'
import type { JobRun } from '@/lib/platform/jobs/job'
import { logger } from '@/lib/platform/logger'
import { LONGEST_PUT_MILLIS } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { claimDue, type DueUpload, deleteRow, endClaims, listReleasedKeys, sweepAgainAt } from './repository'

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
