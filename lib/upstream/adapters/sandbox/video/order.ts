import { createHash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { clock } from '@/lib/platform/clock'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { type VideoCall, type VideoHandle, videoRoles } from '@/lib/upstream/contract/video-model'
import { videoRatios, videoResolutions } from '@/lib/upstream/video-pixels'
import { hashText } from '../knobs'

const Source = z.union([
  z.strictObject({ link: z.string() }),
  z.strictObject({ objectKey: z.string(), mimeType: z.string() }),
])

/**
 * Everything that determines a film and when it is done: the contents of a handle, mostly fields of the call. Any process
 * renders the same film from the handle.
 */
export const FilmOrder = z.object({
  /** With knobs. */
  prompt: z.string(),
  media: z.array(
    z.object({ type: z.enum(['image', 'video', 'audio']), role: z.enum(videoRoles), source: Source }),
  ),
  ratio: z.enum([...videoRatios, 'adaptive']),
  resolution: z.enum(videoResolutions),
  seconds: z.int().min(1),
  /** Instead of the seconds. */
  frames: z.int().min(1).nullable(),
  generateAudio: z.boolean(),
  seed: z.int(),
  cameraFixed: z.boolean(),
  watermark: z.boolean(),
  returnLastFrame: z.boolean(),
  serviceTier: z.enum(['default', 'flex']),
  isDraft: z.boolean(),
  /** The customer it belongs to, for the queue. */
  customerId: z.string(),
  /** Unix milliseconds. */
  orderedAt: z.int(),
  executionExpiresAfterSeconds: z.int().min(1),
})
export type FilmOrder = z.infer<typeof FilmOrder>

/** The largest seed that requests accept, so that a generated seed can be sent again. */
const LARGEST_SEED = 0x7fffffff

/** The order for a call, which the catalog has validated. A finished draft keeps the draft's settings. */
export function orderFor(call: VideoCall): FilmOrder {
  const fresh = FilmOrder.parse({
    ...call,
    // Four to eight seconds if the model decides, always the same for a prompt.
    seconds: call.duration === -1 ? 4 + (hashText(call.prompt) % 5) : call.duration,
    seed: call.seed === null || call.seed < 0 ? hashText(call.taskId) & LARGEST_SEED : call.seed,
    orderedAt: clock.now().getTime(),
  })
  if (call.draftOf === null) return fresh
  const { prompt, media, ratio, seconds, frames, generateAudio, seed, cameraFixed } = orderOf(call.draftOf)
  return { ...fresh, prompt, media, ratio, seconds, frames, generateAudio, seed, cameraFixed }
}

export const FPS = 24

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** The input of the rendering process: the order, and the bytes of its media in the same sequence. */
export const RenderJob = z.strictObject({
  order: FilmOrder,
  media: z.array(z.strictObject({ role: z.enum(videoRoles), bytes: Bytes })),
})
export type RenderJob = z.infer<typeof RenderJob>

/** How a film ended: the output of that process, and what is stored. */
export const FilmEnding = z.discriminatedUnion('state', [
  z.strictObject({
    state: z.literal('made'),
    ratio: z.enum(videoRatios),
    frames: z.int(),
    video: Bytes,
    lastFrame: Bytes.nullable(),
  }),
  z.strictObject({
    state: z.literal('failed'),
    code: z.string(),
    message: z.string(),
    isRetryable: z.boolean(),
  }),
  z.strictObject({ state: z.literal('cancelled') }),
])
export type FilmEnding = z.infer<typeof FilmEnding>
export type MadeFilm = Extract<FilmEnding, { state: 'made' }>

export function failed(code: string, message: string, isRetryable = false): FilmEnding {
  return { state: 'failed', code, message, isRetryable }
}

const PREFIX = 'film2.'
const MAX_ORDER_BYTES = 4 * 1024 * 1024

export function handleOf(order: FilmOrder): VideoHandle {
  return PREFIX + deflateRawSync(JSON.stringify(order)).toString('base64url')
}

/** Rejects invalid handles, as an upstream rejects unknown ids. */
export function orderOf(handle: VideoHandle): FilmOrder {
  try {
    if (!handle.startsWith(PREFIX)) throw new Error('another prefix')
    const bytes = Buffer.from(handle.slice(PREFIX.length), 'base64url')
    const text = inflateRawSync(bytes, { maxOutputLength: MAX_ORDER_BYTES }).toString()
    return FilmOrder.parse(JSON.parse(text))
  } catch (cause) {
    throw new UpstreamError('rejected', { status: 404, message: 'The sandbox knows no such task.', cause })
  }
}

/** A short name of the film, for files. */
export function filmIdOf(handle: VideoHandle): string {
  return createHash('sha256').update(handle).digest('hex').slice(0, 40)
}
