import type { Caller } from '@/lib/platform/caller'
import { createTask } from './internal/create-task'
import { toSettings } from './internal/to-settings'
import type { CreatedImageTask, CreateEditRequest } from './schema'

/** Starts a task that changes an uploaded picture: all of it, or what the mask leaves transparent. */
export function createEdit(
  caller: Caller,
  { model, prompt, image_upload_id, mask_upload_id, ...asked }: CreateEditRequest,
  idempotencyKey?: string,
): Promise<CreatedImageTask> {
  return createTask(caller, {
    kind: mask_upload_id === undefined ? 'edit' : 'masked_edit',
    model,
    prompt,
    settings: toSettings(asked),
    source: { uploadId: image_upload_id, purpose: 'image_edit_source', param: 'image_upload_id' },
    mask:
      mask_upload_id === undefined
        ? undefined
        : { uploadId: mask_upload_id, purpose: 'image_edit_mask', param: 'mask_upload_id' },
    idempotencyKey,
  })
}
