import { z } from 'zod'
import type { QueuedJob } from '@/lib/platform/jobs/job'

const AttemptPayload = z.object({ deliveryId: z.string(), number: z.number().int().min(1) })
export type AttemptPayload = z.infer<typeof AttemptPayload>

/**
 * One attempt of a delivery. Its own retries are for failures on our side (a killed process, an unavailable database);
 * a failing receiver is left to the schedule and the job succeeds.
 */
export const attemptJob: QueuedJob<AttemptPayload> = {
  name: 'callbacks.attempt',
  payload: AttemptPayload,
  concurrency: () => 12,
  // A customer whose receiver hangs must not hold up everyone else's callbacks.
  groupConcurrency: () => 3,
  retryLimit: 20,
  retryDelaySeconds: 5,
  maxRetryDelaySeconds: 60,
  expireInSeconds: 60,
}
