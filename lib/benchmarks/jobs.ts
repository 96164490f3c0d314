import { z } from 'zod'
import type { QueuedJob } from '@/lib/platform/jobs/job'

const RunPayload = z.object({ runId: z.string() })
export type RunPayload = z.infer<typeof RunPayload>

/** Asks the items of one run that have no result yet. A process that dies is followed by another, which goes on there. */
export const performRunJob: QueuedJob<RunPayload> = {
  name: 'benchmarks.perform-run',
  payload: RunPayload,
  concurrency: () => 2,
  retryLimit: 50,
  retryDelaySeconds: 2,
  maxRetryDelaySeconds: 60,
  expireInSeconds: 23 * 3600,
}
