import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { createId } from '@/lib/client/create-id'
import { createEditMutation, createGenerationMutation, createVariationMutation } from '@/lib/images/queries'
import { type CreateGenerationBody, VariationSize } from '@/lib/images/schema'
import type { ImageDraft, SourcePicture } from '../draft'
import { uploadImage } from '../upload/upload-image'

type ReadMask = () => Promise<Blob | null>

/** Uploads what has to be uploaded, and starts the task. Remembers the sources of this visit, for before and after. */
export function useSubmit() {
  const generate = useMutation(createGenerationMutation())
  const edit = useMutation(createEditMutation())
  const vary = useMutation(createVariationMutation())
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Error | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const sources = useRef(new Map<string, SourcePicture>())
  const last = useRef<{ text: string; key: string } | null>(null)

  /** What failed to reach us is sent again under the same key, so that it cannot start twice. */
  function keyOf(body: CreateGenerationBody): string {
    const text = JSON.stringify(body)
    if (last.current?.text !== text) last.current = { text, key: createId('studio') }
    return last.current.key
  }

  async function start(draft: ImageDraft, readMask: ReadMask) {
    const model = draft.model ?? undefined
    const shared = sharedOf(draft)
    if (draft.way === 'generate' || draft.source === null) {
      const body = { model, prompt: draft.prompt, ...shared }
      return generate.mutateAsync({ body, idempotencyKey: keyOf(body) })
    }
    const idempotencyKey = createId('studio')
    const purpose = draft.way === 'edit' ? 'image_edit_source' : 'image_variation_source'
    const image_upload_id = await uploadImage(draft.source.file, purpose, setProgress)
    if (draft.way === 'vary') {
      const size = VariationSize.safeParse(draft.size).data ?? 'auto'
      return vary.mutateAsync({ body: { model, image_upload_id, size }, idempotencyKey })
    }
    const mask = await readMask()
    const mask_upload_id = mask ? await uploadImage(mask, 'image_edit_mask', setProgress) : undefined
    setProgress(null)
    const body = { model, prompt: draft.prompt, image_upload_id, mask_upload_id, ...shared }
    return edit.mutateAsync({ body, idempotencyKey })
  }

  /** Gives what went wrong, which is the `problem` from then on; null when the task was started. */
  async function submit(draft: ImageDraft, readMask: ReadMask): Promise<Error | null> {
    setBusy(true)
    setProblem(null)
    try {
      const task = await start(draft, readMask)
      last.current = null
      if (draft.source && draft.way !== 'generate') sources.current.set(task.id, draft.source)
      return null
    } catch (error) {
      const found = error instanceof Error ? error : new Error('The task could not be started.')
      setProblem(found)
      return found
    } finally {
      setProgress(null)
      setBusy(false)
    }
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
