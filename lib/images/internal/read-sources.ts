import { AppError } from '@/lib/platform/errors'
import { readUpload } from '@/lib/uploads/read-upload'
import type { TaskRow } from '../repository'
import type { EditSources } from './finish-picture'
import { TaskFault } from './task-fault'

/** The pictures that a task starts from; null where it starts from words. */
export async function readSources(task: TaskRow): Promise<EditSources | null> {
  const { id: taskId, customer_id: customerId, source_upload_id: sourceId, mask_upload_id: maskId } = task
  if (sourceId === null) return null
  try {
    const source = await readUpload(customerId, { taskId, uploadId: sourceId })
    const mask = maskId === null ? null : await readUpload(customerId, { taskId, uploadId: maskId })
    return { source, mask }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new TaskFault('input_download_failed', 'The uploaded image could not be read.', {
      isFinal: true,
      param: 'image_upload_id',
      cause: error,
    })
  }
}
