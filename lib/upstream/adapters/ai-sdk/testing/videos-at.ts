import type { VideoCall, VideoMedia, VideoStatus } from '@/lib/upstream/contract/video-model'
import { answerWith } from '@/lib/upstream/testing/answer-with'
import { API_KEY } from '@/lib/upstream/testing/api-key'
import type { Answer, FaultUpstream } from '@/lib/upstream/testing/fault-upstream'
import { PIXEL_PNG } from '@/lib/upstream/testing/image-answers'
import { mediaStub } from '@/lib/upstream/testing/media-stub'
import { videoCall } from '@/lib/upstream/testing/video-call'
import { createAiSdkVideo } from '../videos/create-ai-sdk-video'
import { falTasks, googleTasks, replicateTasks } from './video-answers'

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
} as const
export type VideoVendorName = keyof typeof models

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
  }
  async function start(more: Partial<VideoCall> = {}): Promise<string> {
    upstream.answer(started[sdk]())
    return (await video.start(videoCall({ model: models[sdk], ...more }))).handle
  }
  return {
    start,
    nudge: (body: unknown, model: string = models[sdk]) =>
      video.readNudge?.(Buffer.from(JSON.stringify(body)), model),
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
