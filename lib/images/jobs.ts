import { z } from 'zod'
import { env } from '@/lib/platform/env'
import type { QueuedJob } from '@/lib/platform/jobs/job'

/** Of a worker's slots, how many one customer's tasks may take: the others stay open for other customers. */
export function customerShare(): number {
  return Math.ceil(env().IMAGE_CONCURRENCY * 0.75)
}

/** Calls to one upstream at once in a worker, where there are others to keep slots for: more than one customer's share. */
export function upstreamShare(): number {
  const slots = env().IMAGE_CONCURRENCY
  return Math.max(1, slots - Math.ceil(slots / 8))
}

/** Draws one task. What an upstream or the store refuses for now is tried again, until the task's own deadline. */
export const runTaskJob: QueuedJob<{ taskId: string }> = {
  name: 'images.run-task',
  payload: z.object({ taskId: z.string() }),
  concurrency: () => env().IMAGE_CONCURRENCY,
  retryLimit: 50,
  retryDelaySeconds: 1,
  maxRetryDelaySeconds: 60,
  expireInSeconds: 3600,
}
