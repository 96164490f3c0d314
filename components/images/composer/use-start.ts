import { useMutation } from '@tanstack/react-query'
import { useRetryKey } from '@/components/studio/use-retry-key'
import { createId } from '@/lib/client/create-id'
import { createEditMutation, createGenerationMutation, createVariationMutation } from '@/lib/images/queries'
import { VariationSize } from '@/lib/images/schema'
import type { ImageDraft } from '../draft'
import { uploadImage } from '../upload/upload-image'

export type ReadMask = () => Promise<Blob | null>

/** Uploads what has to be uploaded, and starts the task. `onProgress`: of an upload, 0 to 1; null once it is over. */
export function useStart(onProgress: (part: number | null) => void) {
  const generate = useMutation(createGenerationMutation())
  const edit = useMutation(createEditMutation())
  const vary = useMutation(createVariationMutation())
  const retry = useRetryKey()

  return async function start(draft: ImageDraft, readMask: ReadMask) {
    const model = draft.model ?? undefined
    const shared = sharedOf(draft)
    if (draft.way === 'generate' || draft.source === null) {
      const body = { model, prompt: draft.prompt, ...shared }
      const task = await generate.mutateAsync({ body, idempotencyKey: retry.keyOf(body) })
      retry.forget()
      return task
    }
    const idempotencyKey = createId('studio')
    const purpose = draft.way === 'edit' ? 'image_edit_source' : 'image_variation_source'
    const image_upload_id = await uploadImage(draft.source.file, purpose, onProgress)
    if (draft.way === 'vary') {
      const size = VariationSize.safeParse(draft.size).data ?? 'auto'
      return vary.mutateAsync({ body: { model, image_upload_id, size }, idempotencyKey })
    }
    const mask = await readMask()
    const mask_upload_id = mask ? await uploadImage(mask, 'image_edit_mask', onProgress) : undefined
    onProgress(null)
    const body = { model, prompt: draft.prompt, image_upload_id, mask_upload_id, ...shared }
    return edit.mutateAsync({ body, idempotencyKey })
  }
}

function sharedOf(draft: ImageDraft) {
  return {
    n: draft.n,
    size: draft.size,
    quality: draft.quality,
    output_format: draft.format,
    background: draft.background,
    ...(draft.format !== 'png' && { output_compression: draft.compression }),
    ...(draft.seed !== '' && { seed: Number(draft.seed) }),
  }
}
