import type { Caller } from '@/lib/platform/caller'
import { discardJob } from '@/lib/platform/jobs/inspect-jobs'
import { settleFailedJob } from './internal/settle-failed-job'
import type { JobReply } from './queue-schema'

/** Takes a piece that failed for good out of the queue; nobody tries it again. Throws `not_found`. */
export function discardFailedJob(operator: Caller, id: string): Promise<JobReply> {
  return settleFailedJob(operator, id, 'job.discard', discardJob)
}
