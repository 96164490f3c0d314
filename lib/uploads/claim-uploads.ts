import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/transaction'
import type { CheckedUpload } from './check-uploads'
import { claimRow, findUpload } from './repository'

/** A task that never said that it ended has long ended by then. */
const TASK_AT_MOST_MILLIS = 7 * 24 * 3600 * 1000

/**
 * Gives checked uploads to a task, in the transaction that creates it: all or none, and each to one task only, however
 * many ask at once. Throws `upload_already_used` or `upload_expired` naming the field, which must end the transaction.
 */
export async function claimUploads(
  caller: Caller,
  uploads: readonly CheckedUpload[],
  { taskId, transaction }: { taskId: string; transaction: Transaction },
): Promise<void> {
  const { customerId } = caller
  const now = clock.now()
  const sweepAt = new Date(now.getTime() + TASK_AT_MOST_MILLIS)
  // Always in the same order, so that two tasks that want the same two cannot wait for each other.
  const inOrder = uploads.toSorted((a, b) => (a.uploadId < b.uploadId ? -1 : 1))
  for (const { uploadId: id, param, width, height } of inOrder) {
    const claim = { customerId, id, taskId, width, height }
    if (await claimRow(transaction, claim, { now, sweepAt })) continue
    const row = await findUpload(customerId, id, transaction)
    throw new AppError(row?.status === 'pending' ? 'upload_expired' : 'upload_already_used', { param })
  }
}
