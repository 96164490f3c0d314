import { z } from 'zod'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import {
  countJobs,
  discardJob,
  type JobRow,
  listJobs,
  lockFailedJob,
  type QueueRow,
  retryJob,
} from '@/lib/platform/jobs/inspect-jobs'
import type { Transaction } from '@/lib/platform/transaction'
import { audited } from './audit'
import type { Job, JobPage, JobReply, JobsQuery, QueueCounts, QueueReply } from './schema'

/** Job counts by queue and state. */
export async function readQueue(): Promise<QueueReply> {
  return presentQueues(await countJobs())
}

/** Jobs in one state, newest first. */
export async function listQueueJobs({ state, queue, limit, offset }: JobsQuery): Promise<JobPage> {
  const rows = await listJobs({ state, name: queue, offset, limit: limit + 1 })
  return { items: rows.slice(0, limit).map(presentJob), has_more: rows.length > limit }
}

function presentQueues(rows: readonly QueueRow[]): QueueReply {
  const names = [...new Set(rows.map(({ name }) => name))]
  return {
    queues: names.map((name) => ({ name, ...countsOf(rows.filter((row) => row.name === name)) })),
    totals: countsOf(rows),
  }
}

function countsOf(rows: readonly QueueRow[]): Omit<QueueCounts, 'name'> {
  const count = (state: QueueRow['state']) =>
    rows.filter((row) => row.state === state).reduce((sum, row) => sum + Number(row.count), 0)
  const waiting = rows.filter(({ state }) => state === 'waiting').flatMap(({ oldest_at }) => oldest_at ?? [])
  const oldest = waiting.length === 0 ? null : new Date(Math.min(...waiting.map((at) => at.getTime())))
  return {
    waiting: count('waiting'),
    deferred: count('deferred'),
    active: count('active'),
    failed: count('failed'),
    completed: count('completed'),
    waiting_since: oldest?.toISOString() ?? null,
  }
}

/** What pg-boss stores of a failed attempt: an error, or another thrown value. */
const Failure = z.object({ message: z.string(), stack: z.string().optional() })

function presentJob(row: JobRow): Job {
  const failure = Failure.safeParse(row.output)
  const isUnreadable = row.output !== null && row.state === 'failed' && !failure.success
  return {
    id: row.id,
    queue: row.name,
    state: row.state,
    payload: row.data ?? null,
    error: failure.success
      ? { message: failure.data.message, stack: failure.data.stack ?? null }
      : isUnreadable
        ? { message: JSON.stringify(row.output), stack: null }
        : null,
    tries: row.retry_count + (row.started_on === null ? 0 : 1),
    max_tries: row.retry_limit + 1,
    created_at: row.created_on.toISOString(),
    due_at: row.start_after.toISOString(),
    started_at: row.started_on?.toISOString() ?? null,
    finished_at: row.completed_on?.toISOString() ?? null,
  }
}

/** Retries a job that ran out of attempts. Throws `not_found`. */
export function retryFailedJob(operator: Caller, id: string): Promise<JobReply> {
  return settleFailedJob(operator, id, 'job.retry', retryJob)
}

/** Removes a job that ran out of attempts. Throws `not_found`. */
export function discardFailedJob(operator: Caller, id: string): Promise<JobReply> {
  return settleFailedJob(operator, id, 'job.discard', discardJob)
}

/** Throws `not_found` for a job that has not failed for good. */
async function settleFailedJob(
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
