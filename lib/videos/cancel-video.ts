import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { announce } from './internal/announce'
import { requireTask } from './internal/require-task'
import { takeTurnJob } from './jobs'
import { toVideoTask } from './presenter'
import type { VideoTask } from './schema'
import { settleVideo } from './settle-video'
import { isOpen } from './state'
import { end } from './work-repository'

/**
 * Ends a task for good. Where no upstream knows it, its money is free at once; else when the upstream's end is known.
 * Throws 404 `task_not_found`, 409 `task_not_cancellable`.
 */
export async function cancelVideo(caller: Caller, id: string): Promise<VideoTask> {
  const row = await requireTask(caller, id)
  if (!isOpen(row.status)) throw new AppError('task_not_cancellable')
  const finishedAt = clock.now()
  const isOurs = await end(id, 'cancelled', { error: null, finishedAt }, async (transaction, cancelled) => {
    await announce(transaction, cancelled)
    // While it is being started, the start itself goes on to the next turn.
    if (row.handle !== null)
      await enqueue(
        takeTurnJob,
        { taskId: id, turn: row.turn },
        { transaction, group: row.customer_id, priority: 1 },
      )
  })
  if (!isOurs) throw new AppError('task_not_cancellable')
  await settleVideo(id)
  return toVideoTask(await requireTask(caller, id))
}
