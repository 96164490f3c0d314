import { countJobs } from '@/lib/platform/jobs/inspect-jobs'
import { presentQueues } from './internal/present-queue'
import type { QueueReply } from './queue-schema'

/** How much background work there is, by queue and state. */
export async function readQueue(): Promise<QueueReply> {
  return presentQueues(await countJobs())
}
