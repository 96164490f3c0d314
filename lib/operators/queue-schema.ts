import { z } from 'zod'
import { Printable, queryNumber } from '@/lib/platform/fields'

/** The queue of background work: how much there is of what, and the pieces that failed. */

export const JobState = z.enum(['waiting', 'deferred', 'active', 'failed', 'completed'])
export type JobState = z.infer<typeof JobState>

export const QueueCounts = z.object({
  name: z.string(),
  /** Due, and no worker has taken it yet. */
  waiting: z.int(),
  /** Its time has not come. */
  deferred: z.int(),
  active: z.int(),
  failed: z.int(),
  /** Those that are still kept. */
  completed: z.int(),
  /** Since when the oldest waiting one is due. */
  waiting_since: z.string().nullable(),
})
export type QueueCounts = z.infer<typeof QueueCounts>

export const QueueReply = z.object({
  queues: z.array(QueueCounts),
  totals: QueueCounts.omit({ name: true }),
})
export type QueueReply = z.infer<typeof QueueReply>

export const Job = z.object({
  id: z.string(),
  queue: z.string(),
  state: JobState,
  /** What it was put into the queue with: ids, no contents. */
  payload: z.unknown(),
  /** Why the last try failed. */
  error: z.object({ message: z.string(), stack: z.string().nullable() }).nullable(),
  tries: z.int(),
  max_tries: z.int(),
  created_at: z.string(),
  due_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
})
export type Job = z.infer<typeof Job>

export const JobsQuery = z.object({
  state: JobState.default('failed'),
  queue: Printable.max(100).optional(),
  limit: queryNumber(1, 100, 25),
  offset: queryNumber(0, 1_000_000, 0),
})
export type JobsQuery = z.infer<typeof JobsQuery>

export const JobPage = z.object({ items: z.array(Job), has_more: z.boolean() })
export type JobPage = z.infer<typeof JobPage>

export const JobParams = z.object({ id: Printable })

export const JobReply = z.object({ id: z.string(), queue: z.string() })
export type JobReply = z.infer<typeof JobReply>
