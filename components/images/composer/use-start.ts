import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useRetryKey } from '@/components/studio/use-retry-key'
import { ApiError } from '@/lib/client/api-client'
import { createId } from '@/lib/client/create-id'
import { createEditMutation, createGenerationMutation, createVariationMutation } from '@/lib/images/queries'
import { VariationSize } from '@/lib/images/schema'
import type { ImageDraft, SourcePicture } from '../draft'
import { uploadImage } from '../upload/upload-image'

export type ReadMask = () => Promise<Blob | null>

/** What was handed in for an edit or a variation: sent again as it is, it cannot start twice. */
type Sent = { asked: string; source: SourcePicture; idempotencyKey: string; uploads: Uploads | null }
type Uploads = { image_upload_id: string; mask_upload_id: string | undefined }

/** Uploads what has to be uploaded, and starts the task. `onProgress`: of an upload, 0 to 1; null once it is over. */
export function useStart(onProgress: (part: number | null) => void) {
  const generate = useMutation(createGenerationMutation())
  const edit = useMutation(createEditMutation())
  const vary = useMutation(createVariationMutation())
  const retry = useRetryKey()
  const sent = useRef<Sent | null>(null)

  function start(
    draft: ImageDraft,
    { idempotencyKey, uploads }: Omit<Sent, 'uploads'> & { uploads: Uploads },
  ) {
    const model = draft.model ?? undefined
    const { image_upload_id } = uploads
    if (draft.way === 'vary') {
      const size = VariationSize.safeParse(draft.size).data ?? 'auto'
      return vary.mutateAsync({ body: { model, image_upload_id, size }, idempotencyKey })
    }
    const body = { model, prompt: draft.prompt, ...uploads, ...sharedOf(draft) }
    return edit.mutateAsync({ body, idempotencyKey })
  }

  return async function submit(draft: ImageDraft, readMask: ReadMask) {
    const { source } = draft
    if (draft.way === 'generate' || source === null) {
      const body = { model: draft.model ?? undefined, prompt: draft.prompt, ...sharedOf(draft) }
      const task = await generate.mutateAsync({ body, idempotencyKey: retry.keyOf(body) })
      retry.forget()
      return task
    }
    // Before anything is waited for: what is painted, and whether there is something to paint on, may change meanwhile.
    const mask = draft.way === 'edit' ? await readMask() : null
    const asked = JSON.stringify({ ...draft, source: null, mask: mask && (await mask.text()) })
    if (sent.current?.asked !== asked || sent.current.source !== source)
      sent.current = { asked, source, idempotencyKey: createId('studio'), uploads: null }
    const order = sent.current
    try {
      order.uploads ??= await uploadAll(draft.way, source, mask, onProgress)
      const task = await start(draft, { ...order, uploads: order.uploads })
      sent.current = null
      return task
    } catch (error) {
      if (isRefusal(error)) sent.current = null
      throw error
    }
  }
}

async function uploadAll(
  way: 'edit' | 'vary',
  source: SourcePicture,
  mask: Blob | null,
  onProgress: (part: number | null) => void,
): Promise<Uploads> {
  const purpose = way === 'edit' ? 'image_edit_source' : 'image_variation_source'
  const image_upload_id = await uploadImage(source.file, purpose, onProgress)
  const mask_upload_id = mask ? await uploadImage(mask, 'image_edit_mask', onProgress) : undefined
  onProgress(null)
  return { image_upload_id, mask_upload_id }
}

/** Nothing was started, and what was uploaded may be of no use; without credit or too fast it still is. */
function isRefusal(error: unknown): boolean {
  const isFinal = (status: number) => status >= 400 && status < 500 && status !== 402 && status !== 429
  return error instanceof ApiError && isFinal(error.status)
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
