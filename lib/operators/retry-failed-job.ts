import type { Caller } from '@/lib/platform/caller'
import { retryJob } from '@/lib/platform/jobs/inspect-jobs'
import { settleFailedJob } from './internal/settle-failed-job'
import type { JobReply } from './queue-schema'

/** Gives a piece that failed for good one more try. Throws `not_found`. */
export function retryFailedJob(operator: Caller, id: string): Promise<JobReply> {
  return settleFailedJob(operator, id, 'job.retry', retryJob)
}
