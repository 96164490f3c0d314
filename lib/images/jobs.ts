import { z } from 'zod'
import { env } from '@/lib/platform/env'
import type { QueuedJob } from '@/lib/platform/jobs/job'

/** Of a worker's places, what one customer or one upstream may take: the rest stays open for others. */
export function largestShare(): number {
  return Math.ceil(env().IMAGE_CONCURRENCY * 0.75)
}

/** Draws one task. What an upstream or the store refuses for now is tried again, until the task's own deadline. */
export const runTaskJob: QueuedJob<{ taskId: string }> = {
  name: 'images.run-task',
  payload: z.object({ taskId: z.string() }),
  concurrency: () => env().IMAGE_CONCURRENCY,
  groupConcurrency: largestShare,
  retryLimit: 50,
  retryDelaySeconds: 1,
  maxRetryDelaySeconds: 60,
  expireInSeconds: 3600,
}
