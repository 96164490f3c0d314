import { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { lockFailedJob } from '@/lib/platform/jobs/inspect-jobs'
import type { Transaction } from '@/lib/platform/transaction'
import { audited } from '../audited'
import type { JobReply } from '../queue-schema'

/** Does something about a piece that failed for good, and writes that down. Throws `not_found` for any other piece. */
export async function settleFailedJob(
  operator: Caller,
  id: string,
  action: 'job.retry' | 'job.discard',
  settle: (name: string, id: string, transaction: Transaction) => Promise<void>,
): Promise<JobReply> {
  if (!z.uuid().safeParse(id).success) throw new AppError('not_found')
  const change = { action, subject: { type: 'job', id } } as const
  const { queue } = await audited(operator, change, async (transaction) => {
    const job = await lockFailedJob(id, transaction)
    if (job === undefined) throw new AppError('not_found')
    await settle(job.name, id, transaction)
    const after = action === 'job.retry' ? { queue: job.name, state: 'waiting' } : null
    return { queue: job.name, before: { queue: job.name, state: 'failed' }, after }
  })
  return { id, queue }
}
