import { isDeepStrictEqual } from 'node:util'
import { catalogSnapshot } from '@/lib/catalog/models/read-snapshot'
import { VideoCapabilities } from '@/lib/catalog/models/schema'
import { AppError } from '@/lib/platform/errors'
import type { VideoRole } from '@/lib/upstream/contract/video-model'
import { defaultSeconds, durationsOf } from '../limits'
import type { ContentItem, CreateVideoRequest, VideoInputType } from '../schema'
import type { StoredRequest } from './task-record'

type Settings = Omit<StoredRequest, 'prompt' | 'media' | 'draftTaskId' | 'draftHandle'>

/** The request with the model's defaults filled in. Throws a 400 naming the field that the model does not support. */
export function checkRequest(
  request: CreateVideoRequest,
  parsed: VideoContent,
  able: VideoCapabilities,
): Settings {
  const isDraft = request.draft === true
  requireAbility(request, able)
  return {
    ratio: ratioOf(request, parsed, able),
    resolution: resolutionOf(request, isDraft, able),
    duration: durationOf(request, isDraft, able),
    frames: framesOf(request, able),
    generateAudio: request.generate_audio === true || able.always_audio,
    seed: request.seed === undefined || request.seed < 0 ? null : request.seed,
    cameraFixed: request.camera_fixed === true,
    watermark: request.watermark === true,
    returnLastFrame: request.return_last_frame === true,
    serviceTier: request.service_tier ?? 'default',
    isDraft,
    webSearch: wantsWebSearch(request),
    safetyIdentifier: request.safety_identifier ?? null,
    executionExpiresAfterSeconds: request.execution_expires_after,
  }
}

function wantsWebSearch({ tools }: CreateVideoRequest): boolean {
  return Array.isArray(tools) ? tools.length > 0 : tools !== undefined
}

/** Options that a model may not support. Off is always possible, except audio on models that always generate it. */
function requireAbility(request: CreateVideoRequest, able: VideoCapabilities): void {
  const wanted: [string, boolean, boolean][] = [
    ['generate_audio', request.generate_audio === true, able.generate_audio || able.always_audio],
    ['seed', request.seed !== undefined && request.seed >= 0, able.seed],
    ['camera_fixed', request.camera_fixed === true, able.camera_fixed],
    ['watermark', request.watermark === true, able.watermark],
    ['return_last_frame', request.return_last_frame === true, able.return_last_frame],
    ['service_tier', request.service_tier === 'flex', able.flex],
    ['draft', request.draft === true, able.draft],
    ['tools', wantsWebSearch(request), able.web_search],
    ['frames', request.frames !== undefined, able.frames !== null],
  ]
  for (const [param, isWanted, isAble] of wanted)
    if (isWanted && !isAble) throw refuse(param, `This model does not support ${param}.`)
  if (request.generate_audio === false && able.always_audio)
    throw refuse('generate_audio', 'This model always generates audio.')
  if (request.draft !== true) return
  if (request.return_last_frame) throw refuse('return_last_frame', 'A draft does not return a last frame.')
  if (request.service_tier === 'flex') throw refuse('service_tier', 'A draft does not support the flex tier.')
}

function ratioOf(request: CreateVideoRequest, parsed: VideoContent, able: VideoCapabilities) {
  const startsFromFrame = parsed.inputType === 'first_frame' || parsed.inputType === 'first_last_frame'
  const usual = startsFromFrame && able.ratios.includes('adaptive') ? 'adaptive' : able.default_ratio
  const ratio = request.ratio ?? usual
  if (!able.ratios.includes(ratio))
    throw refuse('ratio', `ratio must be one of ${able.ratios.join(', ')} for this model.`)
  if (startsFromFrame && able.adaptive_frames_only && ratio !== 'adaptive')
    throw refuse('ratio', 'ratio must be "adaptive" with a first frame for this model.')
  if (ratio === 'adaptive' && parsed.inputType === 'text' && !able.adaptive_text)
    throw refuse('ratio', 'ratio "adaptive" needs an image or a video to follow.')
  return ratio
}

function resolutionOf(request: CreateVideoRequest, isDraft: boolean, able: VideoCapabilities) {
  const allowed = isDraft ? able.draft_resolutions : able.resolutions
  const usual = allowed.includes(able.default_resolution) ? able.default_resolution : allowed[0]
  const resolution = request.resolution ?? usual ?? able.default_resolution
  if (!allowed.includes(resolution)) {
    const what = isDraft ? 'a draft of this model' : 'this model'
    throw refuse('resolution', `resolution must be one of ${allowed.join(', ')} for ${what}.`)
  }
  return resolution
}

function durationOf(request: CreateVideoRequest, isDraft: boolean, able: VideoCapabilities): number {
  const resolution = resolutionOf(request, isDraft, able)
  const choices = durationsOf(able, resolution)
  const duration = request.duration ?? defaultSeconds(able, choices)
  // Frames take precedence over the duration.
  if (request.frames !== undefined) return duration
  if (duration === -1) {
    if (able.automatic_duration) return -1
    throw refuse('duration', 'This model does not support an automatic duration.')
  }
  if (choices === null && duration >= able.min_seconds && duration <= able.max_seconds) return duration
  if (choices?.includes(duration)) return duration
  const range = choices?.join(' or ') ?? `${able.min_seconds} to ${able.max_seconds}`
  const automatic = able.automatic_duration ? ', or -1' : ''
  const where =
    able.seconds_at[resolution] === undefined ? 'for this model' : `in ${resolution} for this model`
  throw refuse('duration', `duration must be ${range} seconds${automatic} ${where}.`)
}

function framesOf({ frames }: CreateVideoRequest, able: VideoCapabilities): number | null {
  if (frames === undefined || able.frames === null) return null
  const { min, max, step } = able.frames
  if (frames >= min && frames <= max && (frames - min) % step === 0) return frames
  const steps = step === 1 ? '' : ` in steps of ${step}`
  throw refuse('frames', `frames must be ${min} to ${max}${steps} for this model.`)
}

export type ContentMedia = { type: 'image' | 'video' | 'audio'; role: VideoRole; url: string }

/** What a video is generated from: its content in order. */
type VideoContent = {
  inputType: VideoInputType
  /** The prompt, with the content's text after it. */
  prompt: string
  media: ContentMedia[]
  draftTaskId: string | null
}

/** Checks the content as a whole against what the model supports. Throws a 400 naming `content`. */
export function readContent(
  prompt: string,
  content: readonly ContentItem[],
  able: VideoCapabilities,
): VideoContent {
  const texts = content.flatMap((item) =>
    item.type === 'text' && item.text.trim() !== '' ? [item.text] : [],
  )
  const drafts = content.flatMap((item) => (item.type === 'draft_task' ? [item.draft_task.id] : []))
  const media = withRoles(content)
  const inputType = inputTypeOf(media, drafts.length, able)
  if (inputType !== 'draft_task') for (const { role } of media) requireRole(role, able)
  requireCounts(media, able)
  return { inputType, prompt: [prompt, ...texts].join('\n'), media, draftTaskId: drafts[0] ?? null }
}

function withRoles(content: readonly ContentItem[]): ContentMedia[] {
  const images = content.filter((item) => item.type === 'image_url').length
  return content.flatMap((item): ContentMedia[] => {
    if (item.type === 'image_url') {
      if (!item.role && images > 1)
        throw refuse('content', 'content: with several images, each needs a role.')
      return [{ type: 'image', role: item.role ?? 'first_frame', url: item.image_url.url }]
    }
    if (item.type === 'video_url')
      return [{ type: 'video', role: 'reference_video', url: item.video_url.url }]
    if (item.type === 'audio_url')
      return [{ type: 'audio', role: 'reference_audio', url: item.audio_url.url }]
    return []
  })
}

function inputTypeOf(
  media: readonly ContentMedia[],
  drafts: number,
  able: VideoCapabilities,
): VideoInputType {
  const count = (role: VideoRole) => media.filter((one) => one.role === role).length
  const [first, last] = [count('first_frame'), count('last_frame')]
  const references = media.length - first - last
  if (drafts > 1) throw refuse('content', 'content: at most one draft_task is allowed.')
  if (drafts === 1) {
    if (media.length > 0)
      throw refuse('content', 'content: a draft_task cannot be combined with other media.')
    if (!able.draft) throw refuse('content', 'content: this model does not support drafts.')
    return 'draft_task'
  }
  if (first > 1) throw refuse('content', 'content: at most one first_frame is allowed.')
  if (last > 1) throw refuse('content', 'content: at most one last_frame is allowed.')
  if (first + last > 0 && references > 0)
    throw refuse('content', 'content: frames and references cannot be combined.')
  if (last === 1 && first === 0) throw refuse('content', 'content: a last_frame needs a first_frame.')
  if (references > 0) return 'reference'
  if (last === 1) return 'first_last_frame'
  return first === 1 ? 'first_frame' : 'text'
}

function requireRole(role: VideoRole, able: VideoCapabilities): void {
  if (!able.roles.includes(role)) throw refuse('content', `content: this model does not support ${role}.`)
}

function requireCounts(media: readonly ContentMedia[], able: VideoCapabilities): void {
  const count = (role: VideoRole) => media.filter((one) => one.role === role).length
  const limits: [VideoRole, number][] = [
    ['reference_image', able.max_reference_images],
    ['reference_video', able.max_reference_videos],
    ['reference_audio', able.max_reference_audios],
  ]
  for (const [role, most] of limits)
    if (count(role) > most)
      throw refuse('content', `content: this model accepts at most ${most} ${role} items.`)
  const isAudioAlone = media.length > 0 && media.every(({ type }) => type === 'audio')
  if (isAudioAlone && !able.audio_alone)
    throw refuse('content', 'content: reference_audio needs a reference image or video beside it.')
}

/** Whether another model accepts the request too, with the same settings. */
export function acceptsSame(
  modelId: string,
  body: CreateVideoRequest,
  settings: ReturnType<typeof checkRequest>,
): boolean {
  const able = abilitiesOf(modelId)
  if (able === undefined) return false
  try {
    const parsed = readContent(body.prompt, body.content ?? [], able)
    return isDeepStrictEqual(checkRequest(body, parsed, able), settings)
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** A model's capabilities; undefined if it is not offered. */
export function abilitiesOf(modelId: string): VideoCapabilities | undefined {
  const { models, connectable } = catalogSnapshot()
  const model = models.get(modelId) ?? connectable.get(modelId)
  return VideoCapabilities.safeParse(model?.capabilities).data
}

/** A 400 naming the field. */
export function refuse(param: string, message: string): AppError {
  return new AppError('invalid_parameter', { param, message })
}
