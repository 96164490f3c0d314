import { z } from 'zod'
import type { QueuedJob } from '@/lib/platform/jobs/job'

/** Fetches a statement, if it is not a file, and compares it. */
export const compareStatementJob = {
  name: 'accounts.compare-statement',
  payload: z.object({ id: z.string() }),
  concurrency: () => 1,
  retryLimit: 3,
  retryDelaySeconds: 10,
  expireInSeconds: 900,
} as const satisfies QueuedJob<{ id: string }>
