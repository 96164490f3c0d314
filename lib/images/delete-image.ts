import { deleteObjects } from '@/lib/objects/delete-objects'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { endTask } from './internal/end-task'
import { CANCEL_CHANNEL } from './internal/running-tasks'
import { isTaskId } from './internal/task-id'
import { findTask, inTransaction, markDeleted } from './repository'
import type { DeletedImage } from './schema'
import { isFinished } from './state'
import { announceCancel, deleteOutputs } from './work-repository'

/** Takes a task out of the history, with its prompt and its pictures; one that has not ended is cancelled first. */
export async function deleteImage(caller: Caller, id: string): Promise<DeletedImage> {
  const task = isTaskId(id) ? await findTask(caller.customerId, id) : undefined
  if (task === undefined) throw new AppError('task_not_found')
  if (!isFinished(task.status))
    await endTask(task, null, {
      to: 'cancelled',
      settlement: { kind: 'release' },
      also: (transaction) => announceCancel(id, CANCEL_CHANNEL, transaction),
    })
  await inTransaction(async (transaction) => {
    if (!(await markDeleted(caller.customerId, id, clock.now(), transaction)))
      throw new AppError('task_not_found')
    const objectIds = await deleteOutputs(id, transaction)
    await deleteObjects(caller.customerId, objectIds, transaction)
  })
  return { id, object: 'image', deleted: true }
}
