import { z } from 'zod'
import type { QueuedJob } from '@/lib/platform/jobs/job'

const EmailPayload = z.object({ alertId: z.string() })
export type EmailPayload = z.infer<typeof EmailPayload>

/** One alert's email. Retried for a day while the mail server is unavailable. */
export const emailJob: QueuedJob<EmailPayload> = {
  name: 'alerts.email',
  payload: EmailPayload,
  concurrency: () => 2,
  retryLimit: 30,
  retryDelaySeconds: 15,
  maxRetryDelaySeconds: 3600,
  expireInSeconds: 120,
}
