import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { lookForWork } from '@/lib/platform/jobs/job-queue'
import { announce } from './internal/announce'
import { requireTask } from './internal/require-task'
import { toVideoTask } from './presenter'
import type { VideoTask } from './schema'
import { settleVideo } from './settle-video'
import { isOpen } from './state'
import { TURNS } from './turns-name'
import { end } from './work-repository'

/**
 * Ends a task for good. Where no upstream knows it, its money is free at once; else when the upstream's end is known.
 * Throws 404 `task_not_found`, 409 `task_not_cancellable`.
 */
export async function cancelVideo(caller: Caller, id: string): Promise<VideoTask> {
  const row = await requireTask(caller, id)
  if (!isOpen(row.status)) throw new AppError('task_not_cancellable')
  const finishedAt = clock.now()
  const isOurs = await end(id, 'cancelled', { error: null, finishedAt }, announce)
  if (!isOurs) throw new AppError('task_not_cancellable')
  lookForWork(TURNS)
  await settleVideo(id)
  return toVideoTask(await requireTask(caller, id))
}
