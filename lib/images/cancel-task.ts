import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { endTask } from './internal/end-task'
import { CANCEL_CHANNEL } from './internal/running-tasks'
import { isTaskId } from './internal/task-id'
import { toImageTask } from './presenter'
import { findTask } from './repository'
import type { ImageTask } from './schema'
import { announceCancel } from './work-repository'

/**
 * Ends a task that has not ended. It costs nothing: the money is free again at once, the upstream is told to stop, and
 * what it makes all the same is thrown away. Throws 404 `task_not_found`, 409 `task_not_cancellable`.
 */
export async function cancelTask(caller: Caller, id: string): Promise<ImageTask> {
  const task = isTaskId(id) ? await findTask(caller.customerId, id) : undefined
  if (task === undefined) throw new AppError('task_not_found')
  const isCancelled = await endTask(task, null, {
    to: 'cancelled',
    settlement: { kind: 'release' },
    also: (transaction) => announceCancel(id, CANCEL_CHANNEL, transaction),
  })
  if (!isCancelled) throw new AppError('task_not_cancellable')
  const cancelled = await findTask(caller.customerId, id)
  if (cancelled === undefined) throw new AppError('task_not_found')
  return toImageTask(cancelled)
}
