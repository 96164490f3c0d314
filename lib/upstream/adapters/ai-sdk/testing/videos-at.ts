import type { VideoCall, VideoMedia, VideoStatus } from '@/lib/upstream/contract/video-model'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { type Answer, API_KEY, type FaultUpstream } from '@/lib/upstream/testing/fault-upstream'
import { PIXEL_PNG } from '@/lib/upstream/testing/image-answers'
import { mediaStub, videoCall } from '@/lib/upstream/testing/video-call'
import { createAiSdkVideo } from '../videos/ai-sdk-video'

export const FILM_LINK = 'https://files.example/out.mp4'
export const firstFrame: VideoMedia = {
  type: 'image',
  role: 'first_frame',
  source: { objectKey: 'customers/frame.png', mimeType: 'image/png' },
}

const models = {
  google: 'veo-3.1-generate-preview',
  fal: 'fal-ai/kling-video/v2.6/pro/text-to-video',
  replicate: 'kwaivgi/kling-v2.5-turbo-pro',
  runway: 'gen4.5',
} as const
type VideoVendorName = keyof typeof models

/** docs.dev.runwayml.com/api: the id of a task. */
export const RUNWAY_TASK = '17f20503-6c24-4c16-946b-35dbbce2af2f'

export const json = (body: unknown, status = 200): Answer => answerWith.json(status, body)

/** One vendor's videos, at an upstream that stands for it. */
export function videosAt(upstream: FaultUpstream, sdk: VideoVendorName) {
  const media = mediaStub({ 'customers/frame.png': Buffer.from(PIXEL_PNG, 'base64') })
  const baseUrl = sdk === 'fal' ? upstream.origin : upstream.baseUrl
  const video = createAiSdkVideo({ sdk, baseUrl, apiKey: API_KEY, media })
  const { signal } = new AbortController()
  const started = {
    google: () => json(googleTasks.started),
    fal: () => json(falTasks.started(upstream.origin)),
    replicate: () => json(replicateTasks.as(upstream.baseUrl, 'starting'), 201),
    runway: () => json({ id: RUNWAY_TASK }),
  }
  async function start(more: Partial<VideoCall> = {}): Promise<string> {
    upstream.answer(started[sdk]())
    return (await video.start(videoCall({ model: models[sdk], ...more }))).handle
  }
  return {
    start,
    notification: (body: unknown, model: string = models[sdk]) =>
      video.readNotification?.(Buffer.from(JSON.stringify(body)), model),
    /** A start that is answered otherwise. */
    tryStart: (answer: Answer) => {
      upstream.answer(answer)
      return video.start(videoCall({ model: models[sdk] }))
    },
    status: (handle: string, answer: Answer, by = signal): Promise<VideoStatus> => {
      upstream.answer(answer)
      return video.status(handle, by)
    },
    /** How a task goes that was started a while ago: by its handle alone. */
    async statusAfter(answer: Answer): Promise<VideoStatus> {
      const handle = await start()
      upstream.requests.length = 0
      upstream.answer(answer)
      return video.status(handle, signal)
    },
    async cancelAfter(answer: Answer): Promise<'gone' | 'runs'> {
      const handle = await start()
      upstream.requests.length = 0
      upstream.answer(answer)
      return video.cancel(handle, signal)
    },
    /** What the vendor was sent. */
    sent: (index = 0) => JSON.parse(upstream.requests[index]?.body ?? 'null'),
  }
}

/** Tasks as the vendors' own documentation shows them, one for each of their states; links are the test's. */

const google = {
  name: 'models/veo-3.1-generate-preview/operations/hj3k2l1m0n9p',
  metadata: { '@type': 'type.googleapis.com/google.ai.generativelanguage.v1main.PredictLongRunningMetadata' },
}
const samples = (uri: string) => ({
  '@type': 'type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse',
  generateVideoResponse: { generatedSamples: [{ video: { uri } }] },
})

/** ai.google.dev/gemini-api/docs/video, googleapis/js-genai. */
export const googleTasks = {
  started: { name: google.name },
  running: google,
  succeeded: (uri: string) => ({ ...google, done: true, response: samples(uri) }),
  filtered: {
    ...google,
    done: true,
    response: {
      generateVideoResponse: {
        raiMediaFilteredCount: 1,
        raiMediaFilteredReasons: [
          'We encountered an issue with the audio for your prompt. Support codes: 17301594',
        ],
      },
    },
  },
  refused: {
    ...google,
    done: true,
    error: {
      code: 3,
      message:
        "The prompt could not be submitted. It contains words that violate Google's Responsible AI practices.",
    },
  },
  invalid: { ...google, done: true, error: { code: 3, message: 'Unable to process input image.' } },
  broken: { ...google, done: true, error: { code: 13, message: 'Internal error encountered.' } },
  cancelled: { ...google, done: true, error: { code: 1, message: 'The operation was cancelled.' } },
}

const falPath = '/fal-ai/kling-video/requests/764cabcf-b745-4b3e-ae38-1200304cf45b'

/** fal.ai/docs/api-reference/inference-api, and the model's llms.txt. */
export const falTasks = {
  path: falPath,
  started: (origin: string) => ({
    status: 'IN_QUEUE',
    request_id: '764cabcf-b745-4b3e-ae38-1200304cf45b',
    response_url: `${origin}${falPath}`,
    status_url: `${origin}${falPath}/status`,
    cancel_url: `${origin}${falPath}/cancel`,
    queue_position: 0,
  }),
  queued: { status: 'IN_QUEUE', queue_position: 2 },
  running: { status: 'IN_PROGRESS', logs: [] },
  completed: { status: 'COMPLETED', logs: [], metrics: { inference_time: 61.4 } },
  result: (url: string) => ({
    video: {
      url,
      content_type: 'video/mp4',
      file_name: 'output.mp4',
      file_size: 8_062_911,
      duration: 5.041,
      fps: 24,
    },
    seed: 175_932_751,
  }),
  refused: {
    detail: [
      {
        loc: ['body', 'prompt'],
        msg: 'The content could not be processed because it was flagged by a content checker.',
        type: 'content_policy_violation',
      },
    ],
  },
  invalid: {
    detail: [
      { loc: ['body', 'start_image_url'], msg: 'Failed to download the file.', type: 'file_download_error' },
    ],
  },
}

const replicate = (base: string) => ({
  id: 'gm3qorzdhgbfurvjtvhg6dckhu',
  model: 'kwaivgi/kling-v2.5-turbo-pro',
  version: 'hidden',
  input: { prompt: 'A paper boat' },
  logs: '',
  output: null,
  error: null,
  created_at: '2026-11-20T21:28:08.541Z',
  urls: {
    get: `${base}/predictions/gm3qorzdhgbfurvjtvhg6dckhu`,
    cancel: `${base}/predictions/gm3qorzdhgbfurvjtvhg6dckhu/cancel`,
  },
})

/** replicate.com/docs/reference/http, replicate-javascript. */
export const replicateTasks = {
  id: 'gm3qorzdhgbfurvjtvhg6dckhu',
  as: (base: string, status: string, more: object = {}) => ({ ...replicate(base), status, ...more }),
}
