import type { VideoCall } from '@/lib/upstream/contract/video-model'
import { type Frames, linkOf } from '../frames'

type Fields = Record<string, string | number | boolean>

/** Each family of models there has words of its own; what one does not know is not sent to it. */
export function writeReplicateInput(call: VideoCall, { first, last }: Frames): Fields {
  const names = framesOf(call.model)
  return {
    ...(takesResolution(call.model) && { resolution: call.resolution }),
    ...(call.seed !== null && { seed: call.seed }),
    ...(choosesAudio(call.model) && { generate_audio: call.generateAudio }),
    ...(first && { [names.first]: linkOf(first) }),
    ...(last && { [names.last]: linkOf(last) }),
  }
}

function framesOf(model: string): { first: string; last: string } {
  if (/\/kling-/.test(model)) return { first: 'start_image', last: 'end_image' }
  return /\/veo-/.test(model)
    ? { first: 'image', last: 'last_frame' }
    : { first: 'image', last: 'last_frame_image' }
}

/** Kling's name says it instead. */
function takesResolution(model: string): boolean {
  return !/\/kling-/.test(model)
}

/** Left out, it would be on. */
function choosesAudio(model: string): boolean {
  return /\/(?:veo-3(?:\.1)?(?:-fast)?|seedance-1\.5-pro)$/.test(model)
}
