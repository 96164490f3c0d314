import type { JobRun } from '@/lib/platform/jobs/job'
import { storage } from '@/lib/platform/storage/storage'
import { listReleasedKeys } from './repository'

/** Deletes the bytes of a task's released uploads now. Their rows are the sweep's. */
export async function deleteReleased({
  payload,
}: Pick<JobRun<{ taskId: string }>, 'payload'>): Promise<void> {
  for (const key of await listReleasedKeys(payload.taskId)) await storage().delete(key)
}
