import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { createId } from '@/lib/client/create-id'
import { createEditMutation, createGenerationMutation, createVariationMutation } from '@/lib/images/queries'
import { VariationSize } from '@/lib/images/schema'
import type { ImageDraft, SourcePicture } from '../draft'
import { uploadImage } from '../upload/upload-image'

/** Uploads what has to be uploaded, and starts the task. Remembers the sources of this visit, for before and after. */
export function useSubmit() {
  const generate = useMutation(createGenerationMutation())
  const edit = useMutation(createEditMutation())
  const vary = useMutation(createVariationMutation())
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const sources = useRef(new Map<string, SourcePicture>())

  async function start(draft: ImageDraft, mask: Blob | null) {
    const idempotencyKey = createId('studio')
    const model = draft.model ?? undefined
    const shared = sharedOf(draft)
    if (draft.way === 'generate' || draft.source === null)
      return generate.mutateAsync({ body: { model, prompt: draft.prompt, ...shared }, idempotencyKey })
    const purpose = draft.way === 'edit' ? 'image_edit_source' : 'image_variation_source'
    const image_upload_id = await uploadImage(draft.source.file, purpose, setProgress)
    if (draft.way === 'vary') {
      const size = VariationSize.safeParse(draft.size).data ?? 'auto'
      return vary.mutateAsync({ body: { model, image_upload_id, size }, idempotencyKey })
    }
    const mask_upload_id = mask ? await uploadImage(mask, 'image_edit_mask', setProgress) : undefined
    setProgress(null)
    const body = { model, prompt: draft.prompt, image_upload_id, mask_upload_id, ...shared }
    return edit.mutateAsync({ body, idempotencyKey })
  }

  async function submit(draft: ImageDraft, mask: Blob | null): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const task = await start(draft, mask)
      if (draft.source && draft.way !== 'generate') sources.current.set(task.id, draft.source)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The task could not be started.')
    }
    setProgress(null)
    setBusy(false)
  }

  return { submit, isBusy, problem, progress, sources: sources.current }
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
