import { z } from 'zod'
import type { QueuedJob } from '@/lib/platform/jobs/job'

const Card = z.object({ paymentMethodId: z.string() })

/** Takes from Stripe a card that was replaced, or whose account was deleted. */
export const detachCardJob: QueuedJob<z.infer<typeof Card>> = {
  name: 'billing.detach-card',
  payload: Card,
  concurrency: () => 1,
  retryLimit: 10,
  retryDelaySeconds: 15,
  maxRetryDelaySeconds: 3600,
  expireInSeconds: 120,
}
