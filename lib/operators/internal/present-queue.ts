import { z } from 'zod'
import type { JobRow, QueueRow } from '@/lib/platform/jobs/inspect-jobs'
import type { Job, QueueCounts, QueueReply } from '../queue-schema'

export function presentQueues(rows: readonly QueueRow[]): QueueReply {
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

/** What a failed try leaves behind: an error as the library writes it down, or whatever else was thrown. */
const Failure = z.object({ message: z.string(), stack: z.string().optional() })

export function presentJob(row: JobRow): Job {
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
