import { clock } from '@/lib/platform/clock'
import { enqueue } from '@/lib/platform/jobs/job-queue'
import type { Transaction } from '@/lib/platform/transaction'
import { deleteReleasedJob } from './jobs'
import { releaseRows } from './repository'

/** The task has ended, however: what it used is deleted. In the transaction that ends it; safe to call twice. */
export async function releaseUploads(
  customerId: string,
  taskId: string,
  transaction: Transaction,
): Promise<void> {
  const count = await releaseRows(customerId, taskId, clock.now(), transaction)
  if (count > 0) await enqueue(deleteReleasedJob, { taskId }, { transaction })
}
