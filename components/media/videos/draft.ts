import type { z } from 'zod'
import type { DraggedResult } from '@/components/forms/dragged-result'
import type { KeptVideoDraft } from '@/components/media/studio/kept-drafts'
import type { VideoCapabilities } from '@/lib/catalog/models/schema'
import type { AssetItem } from '@/lib/media/portraits/schema'
import { defaultSeconds, durationsOf } from '@/lib/media/videos/limits'
import type { CreateVideoBody, VideoRecord } from '@/lib/media/videos/schema'

/** The request being drafted. Null leaves a setting to the model. */
export type VideoDraft = z.infer<typeof KeptVideoDraft>
export type SourceMedia = NonNullable<VideoDraft['first']>
type VideoMode = VideoDraft['mode']
export type ChangeDraft = (part: Partial<VideoDraft> | ((before: VideoDraft) => Partial<VideoDraft>)) => void

/** The default settings. */
export const defaultSettings = {
  ratio: null,
  resolution: null,
  duration: null,
  hasAudio: false,
  seed: '',
  isCameraFixed: false,
  hasWatermark: false,
  returnsLastFrame: true,
  isFlex: false,
  isDraft: false,
} as const

export const emptyDraft: VideoDraft = {
  ...defaultSettings,
  mode: 'text',
  model: null,
  prompt: '',
  isMany: false,
  first: null,
  last: null,
  references: [],
  finishes: null,
}

const modes: Record<VideoRecord['input_type'], VideoMode> = {
  text: 'text',
  first_frame: 'first',
  first_last_frame: 'ends',
  reference: 'references',
  draft_task: 'text',
}

/** The settings of an earlier task as a draft. */
export function draftOf(record: VideoRecord): VideoDraft {
  const { settings } = record
  const media = record.inputs.map((input) => ({ ...sourceOf(input), role: input.role }))
  return {
    mode: modes[record.input_type],
    model: record.model,
    prompt: record.prompt,
    isMany: false,
    ratio: settings.ratio,
    resolution: settings.resolution,
    duration: settings.duration,
    hasAudio: settings.generate_audio,
    seed: settings.seed === null ? '' : String(settings.seed),
    isCameraFixed: settings.camera_fixed,
    hasWatermark: settings.watermark,
    returnsLastFrame: settings.return_last_frame,
    isFlex: settings.service_tier === 'flex',
    isDraft: settings.draft,
    first: media.find(({ role }) => role === 'first_frame') ?? null,
    last: media.find(({ role }) => role === 'last_frame') ?? null,
    references: record.input_type === 'reference' ? media : [],
    finishes: null,
  }
}

const names = { image: 'Image', video: 'Video', audio: 'Audio' }

/** Only our own images have a preview: our pages load none from other origins. */
function sourceOf({ type, url }: VideoRecord['inputs'][number]): SourceMedia {
  const isShown = type === 'image' && URL.parse(url)?.pathname.startsWith('/media/')
  return { type, url, preview: isShown ? url : null, name: names[type] }
}

/** A draft that starts from this image or video. */
export function putInto(
  { mode, references }: Pick<VideoDraft, 'mode' | 'references'>,
  slot: 'first' | 'last' | 'reference',
  media: SourceMedia,
): Partial<VideoDraft> {
  if (slot === 'reference') {
    const others = references.filter(({ url }) => url !== media.url)
    return { mode: 'references', references: [...others, media], finishes: null }
  }
  if (slot === 'last') return { mode: 'ends', last: media, finishes: null }
  return { mode: mode === 'ends' ? 'ends' : 'first', first: media, finishes: null }
}

/** The still image of a result; null for a video whose last frame is not kept. */
export function stillOf({ type, url, name, frame }: DraggedResult): SourceMedia | null {
  const still = type === 'image' ? url : frame
  return still === null ? null : { type: 'image', url: still, preview: still, name }
}

/** What a result that is dropped anywhere on the form becomes: the next reference, or the frame that is missing. */
export function putResult(draft: VideoDraft, result: DraggedResult): Partial<VideoDraft> {
  if (draft.mode === 'references') {
    const { type, url, name } = result
    return putInto(draft, 'reference', { type, url, preview: type === 'image' ? url : null, name })
  }
  const still = stillOf(result)
  if (still === null) return {}
  return putInto(draft, draft.mode === 'ends' && draft.first && !draft.last ? 'last' : 'first', still)
}

const assetTypes = { Image: 'image', Video: 'video', Audio: 'audio' } as const

export function sourceOfAsset({ Id, AssetType, Name, URL }: AssetItem): SourceMedia {
  const type = assetTypes[AssetType]
  return {
    type,
    url: `asset://${Id}`,
    preview: type === 'image' && URL !== '' ? URL : null,
    name: Name || AssetType,
  }
}

/** The settings that will be requested, and those that the model supports. */
type SettledDraft = {
  ratio: VideoRecord['ratio']
  resolution: VideoRecord['resolution']
  duration: number
  /** The choices. */
  ratios: VideoRecord['ratio'][]
  resolutions: VideoRecord['resolution'][]
  /** Null: every second of the model's range. */
  durations: readonly number[] | null
}

/** The draft's settings, with those that the model does not support set to its defaults. */
export function settleDraft(draft: VideoDraft, able: VideoCapabilities): SettledDraft {
  const ratios = ratiosOf(draft, able)
  const resolutions = draft.isDraft && able.draft ? able.draft_resolutions : able.resolutions
  const usualRatio = startsFromFrame(draft) ? 'adaptive' : able.default_ratio
  const resolution = firstAllowed(resolutions, draft.resolution, able.default_resolution)
  const durations = durationsOf(able, resolution)
  return {
    ratios,
    resolutions,
    durations,
    resolution,
    ratio: firstAllowed(ratios, draft.ratio, usualRatio, able.default_ratio),
    duration: durationOf(draft.duration ?? defaultSeconds(able, durations), able, durations),
  }
}

function ratiosOf(draft: VideoDraft, able: VideoCapabilities): VideoRecord['ratio'][] {
  if (startsFromFrame(draft) && able.adaptive_frames_only) return ['adaptive']
  if (draft.mode === 'text' && !able.adaptive_text) return able.ratios.filter((ratio) => ratio !== 'adaptive')
  return able.ratios
}

function startsFromFrame({ mode }: VideoDraft): boolean {
  return mode === 'first' || mode === 'ends'
}

function durationOf(seconds: number, able: VideoCapabilities, choices: readonly number[] | null): number {
  if (seconds === -1 && able.automatic_duration) return -1
  const asked = seconds === -1 ? able.min_seconds : seconds
  if (choices !== null) return nearest(choices, asked)
  return clamp(asked, able)
}

/** Of two that are equally near, the shorter. */
function nearest(choices: readonly number[], seconds: number): number {
  const distance = (choice: number) => Math.abs(choice - seconds)
  return choices.reduce((best, choice) => (distance(choice) < distance(best) ? choice : best))
}

function clamp(seconds: number, able: VideoCapabilities): number {
  return Math.min(Math.max(seconds, able.min_seconds), able.max_seconds)
}

/** The first wish that is allowed. */
function firstAllowed<Value>(allowed: readonly Value[], ...wishes: (Value | null)[]): Value {
  const wish = wishes.find((one) => one !== null && allowed.includes(one)) ?? allowed[0]
  if (wish === undefined || wish === null) throw new Error('a model allows nothing at all')
  return wish
}

export const videoModes: readonly { value: VideoMode; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'first', label: 'First frame' },
  { value: 'ends', label: 'First + last' },
  { value: 'references', label: 'References' },
]

export function supportsMode({ roles }: Pick<VideoCapabilities, 'roles'>, mode: VideoMode): boolean {
  if (mode === 'text') return true
  if (mode === 'first') return roles.includes('first_frame')
  if (mode === 'ends') return roles.includes('first_frame') && roles.includes('last_frame')
  return roles.some((role) => role.startsWith('reference_'))
}

/** Whether the media that the mode needs are there. */
export function hasSources(draft: VideoDraft): boolean {
  if (draft.finishes !== null || draft.mode === 'text') return true
  if (draft.mode === 'first') return draft.first !== null
  if (draft.mode === 'ends') return draft.first !== null && draft.last !== null
  return draft.references.length > 0
}

type Content = NonNullable<CreateVideoBody['content']>
type Role = VideoRecord['inputs'][number]['role']

/** The request of a draft, with only what the model supports. */
export function createBody(draft: VideoDraft, model: string, able: VideoCapabilities): CreateVideoBody {
  const { ratio, resolution, duration } = settleDraft(draft, able)
  const isDraft = able.draft && draft.isDraft && draft.finishes === null
  const shared = {
    model,
    prompt: draft.prompt,
    resolution,
    ...(able.watermark && { watermark: draft.hasWatermark }),
    ...(able.return_last_frame && !isDraft && { return_last_frame: draft.returnsLastFrame }),
    ...(able.flex && !isDraft && draft.isFlex && { service_tier: 'flex' as const }),
  }
  if (draft.finishes !== null)
    return { ...shared, content: [{ type: 'draft_task', draft_task: { id: draft.finishes } }] }
  return {
    ...shared,
    content: contentOf(draft),
    ratio,
    duration,
    ...(able.generate_audio && !able.always_audio && { generate_audio: draft.hasAudio }),
    ...(able.seed && draft.seed !== '' && { seed: Number(draft.seed) }),
    ...(able.camera_fixed && { camera_fixed: draft.isCameraFixed }),
    ...(isDraft && { draft: true }),
  }
}

/** The request that repeats an earlier task. */
export function repeatBody({
  model,
  prompt,
  settings,
  inputs,
}: Pick<VideoRecord, 'model' | 'prompt' | 'settings' | 'inputs'>): CreateVideoBody {
  const { web_search, seed, frames, duration, ...kept } = settings
  return {
    ...kept,
    model,
    prompt,
    content: inputs.map(({ role, ...media }) => itemOf(media, role)),
    ...(seed !== null && { seed }),
    ...(frames === null ? { duration } : { frames }),
    ...(web_search && { tools: [{ type: 'web_search' }] }),
  }
}

function contentOf({ mode, first, last, references }: VideoDraft): Content {
  if (mode === 'text') return []
  if (mode === 'references') return references.map((media) => itemOf(media, referenceRoles[media.type]))
  return [
    ...(first ? [itemOf(first, 'first_frame')] : []),
    ...(mode === 'ends' && last ? [itemOf(last, 'last_frame')] : []),
  ]
}

const referenceRoles = {
  image: 'reference_image',
  video: 'reference_video',
  audio: 'reference_audio',
} as const

function itemOf({ type, url }: Pick<SourceMedia, 'type' | 'url'>, role: Role): Content[number] {
  if (type === 'video') return { type: 'video_url', video_url: { url }, role: 'reference_video' }
  if (type === 'audio') return { type: 'audio_url', audio_url: { url }, role: 'reference_audio' }
  const imageRole = role === 'first_frame' || role === 'last_frame' ? role : 'reference_image'
  return { type: 'image_url', image_url: { url }, role: imageRole }
}
