import { checkLedger } from '@/lib/billing/check-ledger'
import { deleteExpiredRecords } from '@/lib/http/idempotency/repository'
import { sweepObjects } from '@/lib/objects/sweep-objects'
import { deleteDeadInstances } from '@/lib/platform/instance'
import type { JobHandler, ScheduledJob } from '@/lib/platform/jobs/job'
import { ensureUsagePartitions } from '@/lib/usage/ensure-partitions'

/** The only lists that bind a job to its handler. */
export const scheduledJobs: readonly ScheduledJob[] = [
  { name: 'usage.ensure-partitions', cron: '17 3 * * *', run: ensureUsagePartitions },
  { name: 'billing.check-ledger', cron: '41 * * * *', run: checkLedger },
  { name: 'http.delete-expired-idempotency', cron: '23 * * * *', run: deleteExpiredRecords },
  { name: 'objects.sweep', cron: '* * * * *', run: sweepObjects },
  { name: 'platform.delete-dead-instances', cron: '5 4 * * *', run: deleteDeadInstances },
]

/** Kinds of work that requests put into the queue. */
export const queuedJobs: readonly JobHandler[] = []
