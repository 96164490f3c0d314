import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoCall } from '@/lib/upstream/contract/video-model'

type Limits = { mostSeconds: number; mostFrames: number | null; resolutions: string[]; isPlain: boolean }

/** Of each model, by the name that the catalog has for it. `isPlain`: words and a first frame, nothing else. */
const limitsOf: Readonly<Record<string, Limits>> = {
  video: { mostSeconds: 12, mostFrames: 288, resolutions: ['480p', '720p', '1080p'], isPlain: false },
  'video-fast': { mostSeconds: 8, mostFrames: null, resolutions: ['480p', '720p'], isPlain: true },
}

/** Throws `unsupported`, naming the field, where the model cannot do what is asked. */
export function requireAbilities(call: VideoCall): void {
  const limits = limitsOf[call.model]
  if (limits === undefined) throw cannot('model', `The sandbox has no video model named ${call.model}.`)
  if (!limits.resolutions.includes(call.resolution))
    throw cannot('resolution', `${call.model} films in ${limits.resolutions.join(', ')}.`)
  if (call.frames !== null && (limits.mostFrames === null || call.frames > limits.mostFrames))
    throw cannot('frames', `${call.model} does not film that many frames.`)
  if (call.frames === null && call.duration !== -1 && call.duration > limits.mostSeconds)
    throw cannot('duration', `${call.model} films at most ${limits.mostSeconds} seconds.`)
  if (limits.isPlain) requirePlain(call)
}

function requirePlain(call: VideoCall): void {
  const asked: [string, boolean][] = [
    ['content', call.media.some(({ role }) => role !== 'first_frame')],
    ['duration', call.frames === null && call.duration === -1],
    ['generate_audio', call.generateAudio],
    ['camera_fixed', call.cameraFixed],
    ['draft', call.isDraft || call.draftOf !== null],
    ['service_tier', call.serviceTier === 'flex'],
  ]
  const first = asked.find(([, isAsked]) => isAsked)?.[0]
  if (first !== undefined) throw cannot(first, `${call.model} cannot do what ${first} asks for.`)
}

function cannot(param: string, message: string): UpstreamError {
  return new UpstreamError('unsupported', { param, message })
}
