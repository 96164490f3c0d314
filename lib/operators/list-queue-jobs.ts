import { listJobs } from '@/lib/platform/jobs/inspect-jobs'
import { presentJob } from './internal/present-queue'
import type { JobPage, JobsQuery } from './queue-schema'

/** Pieces of work in one state, the newest first. */
export async function listQueueJobs({ state, queue, limit, offset }: JobsQuery): Promise<JobPage> {
  const rows = await listJobs({ state, name: queue, offset, limit: limit + 1 })
  return { items: rows.slice(0, limit).map(presentJob), has_more: rows.length > limit }
}
