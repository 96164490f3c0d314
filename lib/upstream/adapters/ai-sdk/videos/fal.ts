import { z } from 'zod'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoStatus } from '@/lib/upstream/contract/video-model'
import {
  failedTask,
  type KnownRequests,
  type Opened,
  refusedByPolicy,
  resultAt,
  startOptions,
  type VideoVendor,
  writeByShape,
} from './video-vendor'

/** The queue's address in the package. */
const QUEUE = 'https://queue.fal.run'

const Operation = z.object({ responseUrl: z.url() })

/** GET …/requests/{id}/status: fal.ai/docs/api-reference/inference-api. */
const QueueStatus = z.looseObject({ status: z.string(), error: z.string().nullish().catch(null) })
/** fal.ai/docs/model-apis/webhooks: sent when the task is over. */
const Callback = z.object({ request_id: z.string().regex(/^[\w-]{1,200}$/) })
const Cancelled = z.looseObject({ status: z.string().catch('') })

const Answer = z.looseObject({
  video: z.looseObject({
    url: z.url(),
    duration: z.number().positive().nullish().catch(null),
    fps: z.number().positive().nullish().catch(null),
  }),
  seed: z.int().nullish().catch(null),
  has_nsfw_concepts: z.array(z.boolean()).nullish().catch(null),
})

export const falVideos: VideoVendor = {
  async open({ settings, fetch }, modelId) {
    const { createFal } = await import('@ai-sdk/fal')
    const atItsQueue = atQueue(settings.baseUrl, modelId, fetch)
    return createFal({ apiKey: settings.apiKey ?? '', fetch: atItsQueue }).video(modelId)
  },
  addressOf: ({ baseUrl }) => queueOf(baseUrl),
  frames: 'links',
  write(call, frames) {
    const { model, fields } = writeByShape(call, frames, knownRequests)
    return { model, options: startOptions(call, { providerOptions: { fal: fields } }) }
  },
  nameOf(operation) {
    const { responseUrl } = Operation.safeParse(operation).data ?? {}
    return responseUrl === undefined ? null : new URL(responseUrl).pathname
  },
  nameIn(callback, model) {
    const { request_id } = Callback.safeParse(callback).data ?? {}
    const [owner, app] = model.split('/')
    return request_id === undefined ? null : `/${owner}/${app}/requests/${request_id}`
  },
  operationOf: (name) => ({ responseUrl: `${QUEUE}${name}`, submitUrl: QUEUE }),
  async waits(name, opened, signal) {
    const { status, error } = QueueStatus.parse(await ask(`${name}/status`, 'GET', opened, signal))
    if (status === 'IN_QUEUE') return { state: 'queued', progress: null }
    if (status === 'IN_PROGRESS') return { state: 'running', progress: null }
    return error ? failedTask(error, opened.settings) : null
  },
  read(answer, settings): VideoStatus | null {
    const made = Answer.safeParse(answer).data
    if (made === undefined) return null
    if (made.has_nsfw_concepts?.includes(true)) return refusedByPolicy(undefined, settings)
    const { url, duration = null, fps = null } = made.video
    const said = { fps, durationSeconds: duration, seed: made.seed ?? null }
    return { state: 'succeeded', result: resultAt({ url }, said) }
  },
  /** A waiting task is removed; a running one is asked to stop, and may finish anyway. */
  async cancel(name, opened, signal) {
    try {
      const { status } = Cancelled.parse(await ask(`${name}/cancel`, 'PUT', opened, signal))
      return status === 'OK' || status === 'NOT_FOUND' ? 'gone' : 'runs'
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      if (error.status === 404) return 'gone'
      if (error.status === 400) return 'runs'
      throw error
    }
  },
  endsInRefusals: true,
}

/** Models and the queue have different hosts; a mock or a proxy serves both. */
function queueOf(baseUrl: string): string {
  const url = new URL(baseUrl)
  if (url.hostname === 'fal.run') url.hostname = 'queue.fal.run'
  return url.origin
}

/** Replaces the queue's address, which is fixed in the package, as is the prefix `fal-ai/`, which not all models have. */
function atQueue(baseUrl: string, modelId: string, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.origin !== QUEUE) throw new UpstreamError('failed', { status: 200 })
    const path = init?.method === 'POST' ? `/${modelId}${url.search}` : url.pathname
    return fetch(`${baseUrl}${path}`, init)
  }
}

async function ask(
  path: string,
  method: 'GET' | 'PUT',
  { settings, fetch }: Opened,
  signal: AbortSignal,
): Promise<unknown> {
  const headers = { authorization: `Key ${settings.apiKey ?? ''}` }
  const response = await fetch(`${settings.baseUrl}${path}`, { method, headers, signal })
  return response.json()
}

const text = { fields: { aspect_ratio: '{ratio}' } }
const model = '{base}/image-to-video'

/** Each family of fal's models has its own field names. */
const knownRequests: KnownRequests = [
  // fal.ai/models/fal-ai/kling-video/v2.6/pro/text-to-video and …/image-to-video, …/v3/pro/… (llms.txt)
  [
    /\/kling-video\//,
    {
      fields: { duration: '{duration:text}', generate_audio: '{generate_audio}' },
      text,
      image: { model, fields: { start_image_url: '{first_frame}', end_image_url: '{last_frame}' } },
    },
  ],
  // fal.ai/models/fal-ai/veo3/fast (llms.txt)
  [
    /\/veo\d/,
    {
      fields: {
        duration: '{duration}s',
        resolution: '{resolution}',
        generate_audio: '{generate_audio}',
        seed: '{seed}',
      },
      text,
      image: { model, fields: { image_url: '{first_frame}', last_frame_url: '{last_frame}' } },
    },
  ],
  [
    /./,
    {
      fields: {
        duration: '{duration:text}',
        resolution: '{resolution}',
        seed: '{seed}',
        generate_audio: { '{generate_audio}': { true: true } },
      },
      text,
      image: { model, fields: { image_url: '{first_frame}', end_image_url: '{last_frame}' } },
    },
  ],
]
