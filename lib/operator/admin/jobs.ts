import { z } from 'zod'
import type { QueuedJob } from '@/lib/platform/jobs/job'

/** Runs a ledger check that an operator started. A large ledger takes a while. */
export const checkLedgerJob = {
  name: 'operators.check-ledger',
  payload: z.object({ checkId: z.string() }),
  concurrency: () => 1,
  retryLimit: 5,
  retryDelaySeconds: 5,
  expireInSeconds: 600,
} as const satisfies QueuedJob<{ checkId: string }>
