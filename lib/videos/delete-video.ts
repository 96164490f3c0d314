import { deleteObjects } from '@/lib/objects/delete-objects'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { requireTask } from './internal/require-task'
import { hideTask } from './repository'
import type { DeletedVideo } from './schema'
import { isOpen } from './state'

/** Takes a finished video out of the history, its bytes with it. Throws 404, or 409 for one that still runs. */
export async function deleteVideo(caller: Caller, id: string): Promise<DeletedVideo> {
  const { customerId } = caller
  const { status } = await requireTask(caller, id)
  if (isOpen(status))
    throw new AppError('task_not_finished', { message: 'This task still runs; cancel it first.' })
  const isHidden = await hideTask(customerId, id, (objectIds, transaction) =>
    deleteObjects(customerId, objectIds, transaction),
  )
  if (!isHidden) throw new AppError('task_not_found')
  return { id, object: 'video', deleted: true }
}
