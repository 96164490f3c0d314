import type { VideoRecord } from '@/lib/videos/schema'

/** What is about to be asked for. What is null is left to the model. */
export type VideoDraft = {
  mode: VideoMode
  model: string | null
  prompt: string
  ratio: VideoRecord['ratio'] | null
  resolution: VideoRecord['resolution'] | null
  /** Seconds; -1: the model decides. */
  duration: number | null
  hasAudio: boolean
  /** Empty: any. */
  seed: string
  isCameraFixed: boolean
  hasWatermark: boolean
  returnsLastFrame: boolean
  isFlex: boolean
  isDraft: boolean
  first: SourceMedia | null
  last: SourceMedia | null
  references: readonly SourceMedia[]
  /** The draft task that is to be made in full: it brings its own pictures, ratio, length and seed. */
  finishes: string | null
}

/** What a video begins with: words alone, a first frame, both ends, or references. */
export type VideoMode = 'text' | 'first' | 'ends' | 'references'

/** A file that the API can read: uploaded, from the history, or an asset of a portrait. */
export type SourceMedia = {
  type: 'image' | 'video' | 'audio'
  /** As it goes into the request. */
  url: string
  /** Where the browser finds it; null: it shows a sign instead. */
  preview: string | null
  name: string
}

export const emptyDraft: VideoDraft = {
  mode: 'text',
  model: null,
  prompt: '',
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

/** The settings of an earlier task, to be used again. */
export function draftOf(record: VideoRecord): VideoDraft {
  const { settings } = record
  const media = record.inputs.map((input) => ({ ...sourceOf(input), role: input.role }))
  return {
    mode: modes[record.input_type],
    model: record.model,
    prompt: record.prompt,
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

const names = { image: 'Picture', video: 'Video', audio: 'Sound' }

function sourceOf({ type, url }: VideoRecord['inputs'][number]): SourceMedia {
  const isShown = type === 'image' && url.startsWith('http')
  return { type, url, preview: isShown ? url : null, name: names[type] }
}
