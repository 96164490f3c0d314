import { z } from 'zod'
import type { QueuedJob } from '@/lib/platform/jobs/job'

const AttemptPayload = z.object({ deliveryId: z.string(), number: z.number().int().min(1) })
export type AttemptPayload = z.infer<typeof AttemptPayload>

/**
 * One attempt of a delivery. The job's retries are for our own failures (a killed process, an unavailable database). If the
 * receiver fails, the job succeeds and the delivery's schedule continues.
 */
export const attemptJob: QueuedJob<AttemptPayload> = {
  name: 'callbacks.attempt',
  payload: AttemptPayload,
  concurrency: () => 12,
  // A hanging receiver must not block the callbacks of other customers.
  groupConcurrency: () => 3,
  retryLimit: 20,
  retryDelaySeconds: 5,
  maxRetryDelaySeconds: 60,
  expireInSeconds: 60,
}
