import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import type { VideoCall, VideoMedia, VideoMediaAccess } from '@/lib/upstream/contract/video-model'

type Fields = Record<string, unknown>

/** The request that creates a task. Throws `unsupported` for fields that the model's generation lacks. */
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
    // Settings of a draft cannot be sent again.
    ...(call.draftOf === null && settingsOf(call, generation)),
    ...(generation.flex && { service_tier: call.serviceTier }),
    ...(call.webSearch && { tools: [{ type: 'web_search' }] }),
    ...(call.safetyIdentifier !== null && { safety_identifier: call.safetyIdentifier }),
    ...(call.callbackUrl !== null && { callback_url: call.callbackUrl }),
  }
  return JSON.stringify(body)
}

/** Fields that a generation does not know are left out, even if they have its default. */
function settingsOf(call: VideoCall, generation: Generation): Fields {
  return {
    ratio: call.ratio,
    ...(call.frames === null ? { duration: call.duration } : { frames: call.frames }),
    ...(generation.seed && call.seed !== null && { seed: call.seed }),
    ...(generation.cameraFixed && { camera_fixed: call.cameraFixed }),
    // On by default.
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
  throw new UpstreamError('unsupported', { param, message: `This model does not support ${param}.` })
}

/** What a generation of Seedance accepts besides text, images, ratio, resolution and duration. */
type Generation = {
  seed: boolean
  frames: boolean
  cameraFixed: boolean
  flex: boolean
  audio: boolean
  webSearch: boolean
  draft: boolean
}

const none: Generation = {
  seed: false,
  frames: false,
  cameraFixed: false,
  flex: false,
  audio: false,
  webSearch: false,
  draft: false,
}

const generations: readonly (readonly [RegExp, Generation])[] = [
  [/seedance-2-5/, { ...none, audio: true, webSearch: true, draft: true }],
  [/seedance-2-0/, { ...none, audio: true, webSearch: true }],
  [/seedance-1-5/, { ...none, seed: true, cameraFixed: true, flex: true, audio: true, draft: true }],
  [/seedance-1-0/, { ...none, seed: true, frames: true, cameraFixed: true, flex: true }],
]

/** By the model's name. A custom endpoint (`ep-…`) hides its model, so it gets all requested fields. */
function generationOf(model: string): Generation {
  const known = generations.find(([pattern]) => pattern.test(model))?.[1]
  return (
    known ?? {
      seed: true,
      frames: true,
      cameraFixed: true,
      flex: true,
      audio: true,
      webSearch: true,
      draft: true,
    }
  )
}

/** The longest that a presigned link may live. A task may wait for three days. */
const LINK_TTL_SECONDS = 7 * 24 * 3600
const MIB = 1024 * 1024
const maxBytesOf = { image: 30 * MIB, audio: 15 * MIB } as const

/** Ark's `content`: the text, then the media in order. A draft replaces all of it. */
async function writeContent(call: VideoCall, access: VideoMediaAccess): Promise<object[]> {
  if (call.draftOf !== null) return [{ type: 'draft_task', draft_task: { id: call.draftOf } }]
  const items: object[] = []
  const text = neutraliseFlags(call.prompt)
  if (text.trim() !== '') items.push({ type: 'text', text })
  for (const media of call.media) items.push(await writeItem(media, access, call.signal))
  return items
}

async function writeItem(media: VideoMedia, access: VideoMediaAccess, signal: AbortSignal): Promise<object> {
  const link = { url: await linkOf(media, access, signal) }
  switch (media.type) {
    case 'image':
      return { type: 'image_url', image_url: link, role: media.role }
    case 'video':
      return { type: 'video_url', video_url: link, role: media.role }
    case 'audio':
      return { type: 'audio_url', audio_url: link, role: media.role }
  }
}

/** Objects of our store are sent as links if the store is public, else images and audio as data URLs. */
async function linkOf(
  { type, source }: VideoMedia,
  access: VideoMediaAccess,
  signal: AbortSignal,
): Promise<string> {
  if ('link' in source) return source.link
  const link = await access.link(source.objectKey, LINK_TTL_SECONDS)
  if (link !== null) return link
  if (type === 'video')
    throw new UpstreamError('rejected', {
      code: 'input_download_failed',
      param: 'content',
      message: 'A video stored here can only be used if its storage is reachable from the internet.',
    })
  const bytes = await access.read(source, { maxBytes: maxBytesOf[type], signal })
  return `data:${source.mimeType};base64,${bytes.toString('base64')}`
}

/**
 * Ark reads settings from the text (`--rs 1080p --dur 12`), which override the fields that were validated and priced. With a
 * dash in place of the hyphens they are plain text.
 */
function neutraliseFlags(prompt: string): string {
  return prompt.replace(/-{2,}(?=\s*[\p{L}\d])/gu, '–')
}
