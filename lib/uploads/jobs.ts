import { z } from 'zod'
import type { QueuedJob } from '@/lib/platform/jobs/job'

/** A task has ended: its inputs go. What this does not manage, the sweep does. */
export const deleteReleasedJob: QueuedJob<{ taskId: string }> = {
  name: 'uploads.delete-released',
  payload: z.object({ taskId: z.string() }),
  concurrency: () => 4,
  retryLimit: 5,
  retryDelaySeconds: 5,
  expireInSeconds: 60,
}
