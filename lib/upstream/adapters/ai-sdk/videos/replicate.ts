import { z } from 'zod'
import { parseJson } from '@/lib/platform/json'
import type { VideoStatus } from '@/lib/upstream/contract/video-model'
import {
  failedTask,
  type KnownRequests,
  resultAt,
  startOptions,
  type VideoVendor,
  writeByShape,
} from './video-vendor'

const Operation = z.object({ getUrl: z.url() })
const TASK_PATH = /\/predictions\/(\w+)$/

/** GET /predictions/{id}: replicate.com/docs/reference/http, and replicate-javascript `Prediction`. */
const Prediction = z.looseObject({
  status: z.enum(['starting', 'processing', 'succeeded', 'failed', 'canceled', 'aborted']),
  output: z
    .union([z.url(), z.array(z.url()).min(1)])
    .nullish()
    .catch(null),
  error: z.string().nullish().catch(null),
})
type Prediction = z.infer<typeof Prediction>

/** replicate.com/docs/topics/webhooks/receive-webhook: the prediction at that time. */
const Callback = z.object({ id: z.string().regex(/^\w{1,200}$/) })
const Asked = z.looseObject({ webhook: z.url() })

export const replicateVideos: VideoVendor = {
  async open({ settings, fetch }, modelId) {
    const { createReplicate } = await import('@ai-sdk/replicate')
    const { baseUrl, apiKey } = settings
    const replicate = createReplicate({
      baseURL: baseUrl,
      apiToken: apiKey ?? '',
      fetch: withStartEvents(fetch),
    })
    return replicate.video(modelId)
  },
  addressOf: ({ baseUrl }) => baseUrl.replace(/\/+$/, ''),
  frames: 'links',
  write(call, frames) {
    const { model, fields } = writeByShape(call, frames, knownRequests)
    return { model, options: startOptions(call, { providerOptions: { replicate: fields } }) }
  },
  nameOf(operation) {
    const { getUrl } = Operation.safeParse(operation).data ?? {}
    return getUrl === undefined ? null : (TASK_PATH.exec(new URL(getUrl).pathname)?.[1] ?? null)
  },
  operationOf: (name, { baseUrl }) => ({ getUrl: `${baseUrl}/predictions/${name}` }),
  nameIn: (callback) => Callback.safeParse(callback).data?.id ?? null,
  read(answer, settings) {
    const said = Prediction.safeParse(answer).data
    if (said === undefined) return null
    if (said.status === 'failed') return failedTask(said.error ?? undefined, settings)
    return stateOf(said)
  },
  async cancel(name, { settings, fetch }, signal) {
    const headers = { authorization: `Bearer ${settings.apiKey ?? ''}` }
    const url = `${settings.baseUrl}/predictions/${name}/cancel`
    const response = await fetch(url, { method: 'POST', headers, signal })
    const { status } = Prediction.parse(await response.json())
    return status === 'canceled' || status === 'aborted' ? 'gone' : 'runs'
  },
  endsInRefusals: false,
}

/** Null for a success without a video. */
function stateOf({ status, output }: Prediction): VideoStatus | null {
  switch (status) {
    case 'starting':
      return { state: 'queued', progress: null }
    case 'processing':
      return { state: 'running', progress: null }
    case 'canceled':
    case 'aborted':
      return { state: 'cancelled' }
    default: {
      const url = Array.isArray(output) ? output[0] : output
      return url ? { state: 'succeeded', result: resultAt({ url }) } : null
    }
  }
}

/** Also subscribes to the start, so that a task's name is known even if the answer gets lost; the package only subscribes to the end. */
function withStartEvents(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) => {
    const asked = typeof init?.body === 'string' ? Asked.safeParse(parseJson(init.body)).data : undefined
    if (asked === undefined) return fetch(input, init)
    const body = JSON.stringify({ ...asked, webhook_events_filter: ['start', 'completed'] })
    return fetch(input, { ...init, body })
  }
}

const common = { aspect_ratio: '{ratio}', duration: '{duration}', seed: '{seed}' }
const resolution = '{resolution}'
const frames = { image: '{first_frame}', last_frame_image: '{last_frame}' }
/** For models whose audio is on by default. */
const generate_audio = '{generate_audio}'

/** Each family of models has its own field names, and gets only fields that it supports. */
const knownRequests: KnownRequests = [
  // Kling's model names contain the resolution.
  [/\/kling-/, { fields: { ...common, start_image: '{first_frame}', end_image: '{last_frame}' } }],
  [
    /\/veo-3(?:\.1)?(?:-fast)?$/,
    { fields: { ...common, resolution, generate_audio, image: '{first_frame}', last_frame: '{last_frame}' } },
  ],
  [/\/veo-/, { fields: { ...common, resolution, image: '{first_frame}', last_frame: '{last_frame}' } }],
  [/\/seedance-1\.5-pro$/, { fields: { ...common, resolution, generate_audio, ...frames } }],
  [/./, { fields: { ...common, resolution, ...frames } }],
]
