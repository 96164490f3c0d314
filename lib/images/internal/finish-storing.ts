import { deleteObjects } from '@/lib/objects/delete-objects'
import { clock } from '@/lib/platform/clock'
import { StorageError } from '@/lib/platform/storage/object-storage'
import { storage } from '@/lib/platform/storage/storage'
import { readBody } from '../output-repository'
import type { TaskRow } from '../repository'
import { moveToStore } from '../work-repository'
import { storePicture } from './store-pictures'
import type { Made } from './task-record'

/** So long after it was drawn a task is completed even if the store never came back: its pictures are then read once. */
const PATIENCE_MILLIS = 15 * 60 * 1000

/**
 * Brings pictures that wait in the database to the store, one at a time. Throws StorageError to be tried again: at once while
 * the store is known to be away.
 */
export async function finishStoring(task: TaskRow, made: Made): Promise<void> {
  const mayWait = clock.now().getTime() < made.answeredAt.getTime() + PATIENCE_MILLIS
  if (mayWait) await storage().check()
  for (const output of task.outputs) {
    if (output.object_id !== null) continue
    try {
      const bytes = await readBody(task.id, output.position)
      const { id: taskId, run, customer_id: customerId } = task
      const picture = { taskId, run, position: output.position }
      const object = await storePicture({ ...picture, customerId, bytes, mimeType: output.mime_type })
      if (!(await moveToStore(picture, object))) await deleteObjects(customerId, [object.id])
    } catch (error) {
      if (mayWait || !(error instanceof StorageError)) throw error
      return
    }
  }
}
