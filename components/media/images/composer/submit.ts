import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useRetryKey } from '@/components/media/studio/studio-form'
import { ApiError, callApi, shapesOf } from '@/lib/client/api-client'
import { createId } from '@/lib/client/create-id'
import { apiPaths } from '@/lib/client/paths'
import { variationSizes } from '@/lib/media/images/limits'
import {
  createEditMutation,
  createGenerationMutation,
  createVariationMutation,
} from '@/lib/media/images/queries'
import type { UploadPurpose } from '@/lib/work/uploads/schema'
import type { ImageDraft, SourcePicture } from '../draft'

const uploadShape = shapesOf<typeof import('@/lib/work/uploads/schema')>()

/** Starts tasks. Keeps the source images of this visit, for before and after. */
export function useSubmit() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Error | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const sources = useRef(new Map<string, SourcePicture>())
  const start = useStart(setProgress)

  /** Returns the error, which is then the `problem`; null if the task was started. */
  async function submit(draft: ImageDraft, readMask: ReadMask): Promise<Error | null> {
    setBusy(true)
    setProblem(null)
    try {
      const task = await start(draft, readMask)
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

type ReadMask = () => Promise<Blob | null>

/** The last edit or variation: the same request is sent under the same key, so that it cannot start twice. */
type Sent = { asked: string; source: SourcePicture; idempotencyKey: string; uploads: Uploads | null }
type Uploads = { image_upload_id: string; mask_upload_id: string | undefined }

/** Uploads the images and starts the task. `onProgress`: of an upload, 0 to 1; null once it is over. */
function useStart(onProgress: (part: number | null) => void) {
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
      const size = variationSizes.find((one) => one === draft.size) ?? 'auto'
      return vary.mutateAsync({ body: { model, image_upload_id, size }, idempotencyKey })
    }
    const prompt = draft.prompt === '' ? undefined : draft.prompt
    const body = { model, prompt, ...uploads, ...sharedOf(draft) }
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
    // Read first: the mask, and its editor, may change during the uploads.
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

/** The request was rejected, so its uploads may be used up. They are not after 402 and 429. */
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

/** Announces a file with its checksums and PUTs it. Resolves with the upload's id; throws an Error with a message for the user. */
async function uploadImage(
  file: Blob,
  purpose: UploadPurpose,
  onProgress: (part: number) => void,
): Promise<string> {
  onProgress(0)
  const { md5, sha256 } = await checksumsOf(file)
  const { upload_id, upload_url, required_headers } = await callApi(apiPaths.presign, {
    method: 'POST',
    reply: uploadShape('PresignReply'),
    body: {
      purpose,
      content_type: file.type,
      content_length: file.size,
      content_md5: md5,
      checksum_sha256: sha256,
    },
  })
  await put(file, upload_url, required_headers, onProgress)
  return upload_id
}

function put(
  file: Blob,
  url: string,
  headers: Readonly<Record<string, string>>,
  onProgress: (part: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onload = () =>
      request.status < 300
        ? resolve()
        : reject(new Error(`The upload failed (status ${request.status}). Try again.`))
    request.onerror = () => reject(new Error('The file storage could not be reached. Try again.'))
    request.send(file)
  })
}

const CHUNK_BYTES = 2 * 1024 * 1024

/** Both checksums of a file, read in chunks. (The browser's crypto has no MD5.) */
export async function checksumsOf(file: Blob): Promise<{ md5: string; sha256: string }> {
  const { createMD5, createSHA256 } = await import('hash-wasm')
  const [md5, sha256] = await Promise.all([createMD5(), createSHA256()])
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    const chunk = new Uint8Array(await file.slice(at, at + CHUNK_BYTES).arrayBuffer())
    md5.update(chunk)
    sha256.update(chunk)
  }
  const bytes = md5.digest('binary')
  return { md5: btoa(String.fromCharCode(...bytes)), sha256: sha256.digest('hex') }
}
