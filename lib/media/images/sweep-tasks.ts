import { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import type { QueuedJob } from '@/lib/platform/jobs/job'
import { listUnsettledOf, sweepLeftovers } from '@/lib/work/tasks/settle'
import { emptyExpired } from './output-repository'
import { deleteOld } from './repository'
import { imageTasks } from './run-task'
import { HISTORY_DAYS } from './schema'
import { adoptTask, adoptWaiting } from './work-repository'

const DAY_MILLIS = 24 * 3600 * 1000
const AT_ONCE = 500

/** What crashes left behind: money of ended tasks, tasks without a worker, pictures and rows that expired. */
export async function sweepTasks(): Promise<void> {
  await adoptWaiting()
  await sweepLeftovers(imageTasks)
  const now = clock.now()
  await emptyExpired(now)
  await deleteOld(new Date(now.getTime() - (HISTORY_DAYS + 1) * DAY_MILLIS), AT_ONCE)
}

/** Which of these meters belong to a task whose money has not been settled. */
export function listOpenMeters(ids: string[]): Promise<string[]> {
  return listUnsettledOf(imageTasks, ids)
}

/** Jobs that the previous version enqueued. Nothing is enqueued any more; its tasks are moved to the queue in the rows. */
export const runTaskJob: QueuedJob<{ taskId: string }> = {
  name: 'images.run-task',
  payload: z.object({ taskId: z.string() }),
  concurrency: () => 4,
  retryLimit: 50,
  retryDelaySeconds: 1,
  maxRetryDelaySeconds: 60,
  expireInSeconds: 3600,
}

export function adoptQueued({ payload }: { payload: { taskId: string } }): Promise<void> {
  return adoptTask(payload.taskId)
}
