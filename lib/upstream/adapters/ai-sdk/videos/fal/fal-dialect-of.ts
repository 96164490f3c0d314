import type { VideoCall } from '@/lib/upstream/contract/video-model'
import { type Frames, linkOf } from '../frames'

type Fields = Record<string, string | number | boolean>

/** Each family of fal's models has words of its own for the same things. */
export type FalDialect = {
  /** The endpoint for films that begin with a picture. */
  withFrame(model: string): string
  write(call: VideoCall, frames: Frames): Fields
}

/** fal.ai/models/fal-ai/kling-video/v2.6/pro/text-to-video and …/image-to-video (llms.txt of both). */
const kling: FalDialect = {
  withFrame: (model) => model.replace(/\/text-to-video$/, '/image-to-video'),
  write: (call, { first, last }) => ({
    duration: String(call.duration),
    generate_audio: call.generateAudio,
    ...(first && { start_image_url: linkOf(first) }),
    ...(last && { end_image_url: linkOf(last) }),
  }),
}

/** fal.ai/models/fal-ai/veo3/fast (llms.txt). */
const veo: FalDialect = {
  withFrame: (model) => `${model}/image-to-video`,
  write: (call, { first, last }) => ({
    duration: `${call.duration}s`,
    resolution: call.resolution,
    generate_audio: call.generateAudio,
    ...seedOf(call),
    ...(first && { image_url: linkOf(first) }),
    ...(last && { last_frame_url: linkOf(last) }),
  }),
}

/** What most of the others take. */
const common: FalDialect = {
  withFrame: (model) => model.replace(/\/text-to-video$/, '/image-to-video'),
  write: (call, { first, last }) => ({
    duration: String(call.duration),
    resolution: call.resolution,
    ...seedOf(call),
    ...(call.generateAudio && { generate_audio: true }),
    ...(first && { image_url: linkOf(first) }),
    ...(last && { end_image_url: linkOf(last) }),
  }),
}

export function falDialectOf(model: string): FalDialect {
  if (/\/kling-video\//.test(model)) return kling
  return /\/veo\d/.test(model) ? veo : common
}

function seedOf({ seed }: VideoCall): Fields {
  return seed === null ? {} : { seed }
}
