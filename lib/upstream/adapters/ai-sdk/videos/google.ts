import { z } from 'zod'
import type { VideoCall, VideoSource, VideoStatus } from '@/lib/upstream/contract/video-model'
import type { SdkSettings } from '../vendor-fetch'
import {
  failedTask,
  ratioOf,
  refusedByPolicy,
  refusedTask,
  resultAt,
  startOptions,
  unsupported,
  type VideoVendor,
} from './video-vendor'

const Operation = z.object({ operationName: z.string().regex(/^[\w./-]+$/) })

/** GET /v1beta/{operation}: ai.google.dev/gemini-api/docs/video, and googleapis/js-genai `GenerateVideosOperation`. */
const Answer = z.looseObject({
  done: z.boolean().nullish(),
  error: z.looseObject({ code: z.int().nullish(), message: z.string().nullish() }).nullish(),
  response: z
    .looseObject({
      generateVideoResponse: z
        .looseObject({
          generatedSamples: z
            .array(z.looseObject({ video: z.looseObject({ uri: z.string().nullish() }).nullish() }))
            .nullish(),
          raiMediaFilteredReasons: z.array(z.string()).nullish(),
        })
        .nullish(),
    })
    .nullish(),
})
type Answer = z.infer<typeof Answer>

/** google.rpc.Code */
const INVALID_ARGUMENT = 3
const CANCELLED = 1

const sizes = { '720p': '1280x720', '1080p': '1920x1080' } as const

export const googleVideos: VideoVendor = {
  async open({ settings, fetch }, modelId) {
    const { createGoogle } = await import('@ai-sdk/google')
    return createGoogle({ baseURL: settings.baseUrl, apiKey: settings.apiKey ?? '', fetch }).video(modelId)
  },
  addressOf: ({ baseUrl }) => baseUrl.replace(/\/+$/, ''),
  frames: 'bytes',
  write(call, { first, last }) {
    if (call.seed !== null) throw unsupported('seed')
    const frameImages = [
      ...(first ? [{ image: first, frameType: 'first_frame' as const }] : []),
      ...(last ? [{ image: last, frameType: 'last_frame' as const }] : []),
    ]
    // Their videos always have sound; there is no field for it.
    const options = startOptions(call, {
      aspectRatio: ratioOf(call.ratio),
      resolution: sizeOf(call.resolution),
      duration: call.duration,
      frameImages: frameImages.length > 0 ? frameImages : undefined,
    })
    return { model: call.model, options }
  },
  nameOf: (operation) => Operation.safeParse(operation).data?.operationName ?? null,
  operationOf: (operationName) => ({ operationName }),
  read(answer, settings) {
    const said = Answer.safeParse(answer).data
    return said === undefined ? null : readAnswer(said, settings)
  },
  endsInRefusals: false,
}

function sizeOf(resolution: VideoCall['resolution']) {
  if (resolution === '480p') throw unsupported('resolution')
  return sizes[resolution]
}

function readAnswer({ done, error, response }: Answer, settings: SdkSettings): VideoStatus | null {
  if (!done) return { state: 'running', progress: null }
  if (error) return readFailure(error, settings)
  const made = response?.generateVideoResponse
  const uri = made?.generatedSamples?.map(({ video }) => video?.uri).find((one) => one)
  // Google reports nothing about a video but its link.
  if (uri) return { state: 'succeeded', result: resultAt(sourceOf(uri, settings)) }
  const [reason] = made?.raiMediaFilteredReasons ?? []
  return reason === undefined ? null : refusedByPolicy(reason, settings)
}

function readFailure({ code, message }: NonNullable<Answer['error']>, settings: SdkSettings): VideoStatus {
  if (code === CANCELLED) return { state: 'cancelled' }
  const said = message ?? undefined
  return code === INVALID_ARGUMENT ? refusedTask(said, settings) : failedTask(said, settings)
}

/** The link requires the key, which is sent in a header, because links may be logged, and only to Google. */
function sourceOf(uri: string, { baseUrl, apiKey }: SdkSettings): VideoSource {
  const isOwn = URL.canParse(uri) && new URL(uri).origin === new URL(baseUrl).origin
  return isOwn && apiKey !== null ? { url: uri, headers: { 'x-goog-api-key': apiKey } } : { url: uri }
}
