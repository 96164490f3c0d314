import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoMediaAccess } from '@/lib/upstream/contract/video-media-access'
import type { VideoCall } from '@/lib/upstream/contract/video-model'
import { type Generation, generationOf } from './generation-of'
import { writeContent } from './write-content'

type Fields = Record<string, unknown>

/** The request that creates a task. Throws `unsupported` for what the model's generation does not take. */
export async function writeTask(call: VideoCall, access: VideoMediaAccess): Promise<string> {
  const generation = generationOf(call.model)
  requireAbilities(call, generation)
  const body: Fields = {
    model: call.model,
    content: await writeContent(call, access),
    resolution: call.resolution,
    watermark: call.watermark,
    return_last_frame: call.returnLastFrame,
    execution_expires_after: call.executionExpiresAfterSeconds,
    // What a draft fixed cannot be said again.
    ...(call.draftOf === null && settingsOf(call, generation)),
    ...(generation.flex && { service_tier: call.serviceTier }),
    ...(call.webSearch && { tools: [{ type: 'web_search' }] }),
    ...(call.safetyIdentifier !== null && { safety_identifier: call.safetyIdentifier }),
    ...(call.callbackUrl !== null && { callback_url: call.callbackUrl }),
  }
  return JSON.stringify(body)
}

/** A field that a generation does not know is left out, even where it says what would happen anyway. */
function settingsOf(call: VideoCall, generation: Generation): Fields {
  return {
    ratio: call.ratio,
    ...(call.frames === null ? { duration: call.duration } : { frames: call.frames }),
    ...(generation.seed && call.seed !== null && { seed: call.seed }),
    ...(generation.cameraFixed && { camera_fixed: call.cameraFixed }),
    // Left out, it would be on.
    ...(generation.audio && { generate_audio: call.generateAudio }),
    ...(generation.draft && call.isDraft && { draft: true }),
  }
}

function requireAbilities(call: VideoCall, generation: Generation): void {
  const asked: [keyof Generation, string, boolean][] = [
    ['frames', 'frames', call.frames !== null],
    ['cameraFixed', 'camera_fixed', call.cameraFixed],
    ['flex', 'service_tier', call.serviceTier === 'flex'],
    ['audio', 'generate_audio', call.generateAudio],
    ['webSearch', 'tools', call.webSearch],
    ['draft', 'draft', call.isDraft || call.draftOf !== null],
    ['seed', 'seed', call.seed !== null],
  ]
  const missing = asked.find(([ability, , isAsked]) => isAsked && !generation[ability])
  if (missing === undefined) return
  const [, param] = missing
  throw new UpstreamError('unsupported', { param, message: `This model does not take ${param}.` })
}
