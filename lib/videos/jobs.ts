import { z } from 'zod'
import { env } from '@/lib/platform/env'
import type { QueuedJob } from '@/lib/platform/jobs/job'

const Turn = z.object({
  taskId: z.string(),
  /** The row's own count; a piece with another one was overtaken and does nothing. */
  turn: z.int(),
})

/**
 * One turn of a task: start it upstream, or ask the upstream how it goes, and plan the next turn. Whatever a turn meets it
 * turns into a plan, so the queue's own retries are only for what breaks on our side.
 */
export const takeTurnJob: QueuedJob<z.infer<typeof Turn>> = {
  name: 'videos.take-turn',
  payload: Turn,
  concurrency: () => env().VIDEO_CONCURRENCY,
  groupConcurrency: () => 4,
  retryLimit: 10,
  retryDelaySeconds: 2,
  maxRetryDelaySeconds: 60,
  expireInSeconds: 15 * 60,
  // There may be dozens a second.
  keptSeconds: 3600,
}
