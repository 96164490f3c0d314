import { FormData } from 'undici'
import type { AdapterTarget } from '@/lib/upstream/contract/adapter'
import {
  type ImageAnswer,
  type ImageEditCall,
  type ImageGenerateCall,
  type ImageModel,
  type ImageSettings,
  type ImageVaryCall,
  type SourceImage,
  VARIATION_PROMPT,
} from '@/lib/upstream/contract/image-model'
import { askWhole, readWhole } from './answers'
import { fetchPicture, readImagesReply } from './image-answers'
import { type Endpoint, type OpenAiCompatibleSettings, resolveEndpoint } from './transport'

/** Ten images of the largest size, as base64. */
const MOST_ANSWER_BYTES = 320 * 1024 * 1024

type Ways = Pick<AdapterTarget, 'imageEdits' | 'imageVariations'>

/**
 * Images by any upstream with OpenAI's image API. Answers may contain the images or links to them, which are fetched.
 * Generating takes minutes: an answer has ten, and an abort of the signal ends it at once.
 */
export function createOpenAiCompatibleImages(settings: OpenAiCompatibleSettings, ways: Ways): ImageModel {
  const endpoint = resolveEndpoint({ maxAnswerBytes: MOST_ANSWER_BYTES, ...settings })
  const edit = ways.imageEdits === 'json' ? editJson : editForm
  return {
    generate: (call) => ask(endpoint, '/images/generations', generationJson(call), call.signal),
    edit: (call) => ask(endpoint, '/images/edits', edit(call), call.signal),
    vary: (call) =>
      ways.imageVariations === 'variations'
        ? ask(endpoint, '/images/variations', variationForm(call), call.signal)
        : ask(
            endpoint,
            '/images/edits',
            edit({ ...call, prompt: VARIATION_PROMPT, mask: null }),
            call.signal,
          ),
  }
}

async function ask(
  endpoint: Endpoint,
  suffix: string,
  request: ImageRequest,
  signal: AbortSignal,
): Promise<ImageAnswer> {
  const post = {
    path: endpoint.path(suffix),
    headers: endpoint.headers(request.contentType, 'application/json'),
    body: request.body,
    deadlineMs: endpoint.answerTimeoutMs,
    signal,
  }
  const body = await askWhole(endpoint, post, '')
  const { pictures, ...rest } = readWhole(body, endpoint, (answer) => readImagesReply(answer, endpoint))
  const images = pictures.map((picture) => fetchPicture(picture, endpoint, signal))
  return { images: await Promise.all(images), ...rest }
}

/** `contentType` null: the form has its own, with its boundary. */
type ImageRequest = { contentType: 'application/json' | null; body: string | FormData }

type Fields = Record<string, string | number>

function generationJson(call: ImageGenerateCall): ImageRequest {
  return json({ ...settingsOf(call), ...moderationOf(call), prompt: call.prompt })
}

/** OpenAI's form has no `moderation` field; the default is the stricter value. */
function editForm(call: ImageEditCall): ImageRequest {
  const form = formOf({ ...settingsOf(call), ...promptOf(call) })
  form.set('image', fileOf(call.source), `image.${extensionOf(call.source)}`)
  if (call.mask !== null) form.set('mask', fileOf(call.mask), `mask.${extensionOf(call.mask)}`)
  return { contentType: null, body: form }
}

function editJson(call: ImageEditCall): ImageRequest {
  return json({
    ...settingsOf(call),
    ...moderationOf(call),
    ...promptOf(call),
    images: [{ image_url: dataUrlOf(call.source) }],
    ...(call.mask !== null && { mask: { image_url: dataUrlOf(call.mask) } }),
  })
}

/** The only endpoint without a prompt or a format. */
function variationForm(call: ImageVaryCall): ImageRequest {
  const { model, n, size } = settingsOf(call)
  const form = formOf({
    ...(model && { model }),
    n: n ?? 1,
    ...(size && { size }),
    response_format: 'b64_json',
  })
  form.set('image', fileOf(call.source), `image.${extensionOf(call.source)}`)
  return { contentType: null, body: form }
}

/** Defaults are left out, because many upstreams refuse unknown fields. */
function settingsOf(call: ImageSettings): Fields {
  return {
    model: call.model,
    n: call.n,
    ...(call.size !== 'auto' && { size: call.size }),
    ...(call.quality !== 'auto' && { quality: call.quality }),
    ...(call.background !== 'auto' && { background: call.background }),
    ...(call.outputFormat !== 'png' && { output_format: call.outputFormat }),
    ...(call.outputFormat !== 'png' &&
      call.outputCompression !== null && { output_compression: call.outputCompression }),
    ...(call.seed !== null && { seed: call.seed }),
  }
}

function promptOf({ prompt }: ImageEditCall): Fields {
  return prompt === '' ? {} : { prompt }
}

function moderationOf({ moderation }: ImageSettings): Fields {
  return moderation === 'auto' ? {} : { moderation }
}

function json(fields: Record<string, unknown>): ImageRequest {
  return { contentType: 'application/json', body: JSON.stringify(fields) }
}

function formOf(fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  return form
}

function fileOf({ bytes, mimeType }: SourceImage): Blob {
  return new Blob([new Uint8Array(bytes)], { type: mimeType })
}

function extensionOf({ mimeType }: SourceImage): string {
  return mimeType.replace('image/', '')
}

export function dataUrlOf({ bytes, mimeType }: SourceImage): string {
  return `data:${mimeType};base64,${bytes.toString('base64')}`
}
