import { z } from 'zod'
import type { QueuedJob } from '@/lib/platform/jobs/job'

/** Adds the ledger up and compares; a large one takes a while. */
export const checkLedgerJob = {
  name: 'operators.check-ledger',
  payload: z.object({ checkId: z.string() }),
  concurrency: () => 1,
  retryLimit: 5,
  retryDelaySeconds: 5,
  expireInSeconds: 600,
} as const satisfies QueuedJob<{ checkId: string }>
