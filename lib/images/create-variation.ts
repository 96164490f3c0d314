import type { Caller } from '@/lib/platform/caller'
import { createTask } from './internal/create-task'
import { toSettings } from './internal/to-settings'
import type { CreatedImageTask, CreateVariationRequest } from './schema'

/** Starts a task that makes a picture in the manner of an uploaded one. */
export function createVariation(
  caller: Caller,
  { model, image_upload_id, size }: CreateVariationRequest,
  idempotencyKey?: string,
): Promise<CreatedImageTask> {
  return createTask(caller, {
    kind: 'variation',
    model,
    prompt: null,
    settings: toSettings({ size }),
    source: { uploadId: image_upload_id, purpose: 'image_variation_source', param: 'image_upload_id' },
    idempotencyKey,
  })
}
