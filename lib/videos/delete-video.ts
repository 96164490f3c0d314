import { deleteObjects } from '@/lib/objects/delete-objects'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { requireTask } from './internal/require-task'
import { hideTask } from './repository'
import type { DeletedVideo } from './schema'

/** Takes a finished video out of the history, its bytes with it. Throws 404, or 409 for one that still runs. */
export async function deleteVideo(caller: Caller, id: string): Promise<DeletedVideo> {
  await requireTask(caller, id)
  const hidden = await hideTask(caller.customerId, id)
  if (hidden === undefined)
    throw new AppError('task_not_finished', { message: 'This task still runs; cancel it first.' })
  await deleteObjects(caller.customerId, hidden.objectIds)
  return { id, object: 'video', deleted: true }
}
