import { z } from 'zod'
import { VideoRatio, type VideoRecord, VideoResolution } from '@/lib/videos/schema'

/** A file that the API can read: uploaded, from the history, or an asset of a portrait. */
const SourceMedia = z.object({
  type: z.enum(['image', 'video', 'audio']),
  /** As it goes into the request. */
  url: z.string(),
  /** Where the browser finds it; null: it shows a sign instead. */
  preview: z.string().nullable(),
  name: z.string(),
})
export type SourceMedia = z.infer<typeof SourceMedia>

/** A draft as a tab keeps it. */
export const KeptVideoDraft = z.object({
  /** What a video begins with: words alone, a first frame, both ends, or references. */
  mode: z.enum(['text', 'first', 'ends', 'references']),
  model: z.string().nullable(),
  prompt: z.string(),
  ratio: VideoRatio.nullable(),
  resolution: VideoResolution.nullable(),
  /** Seconds; -1: the model decides. */
  duration: z.number().nullable(),
  hasAudio: z.boolean(),
  /** Empty: any. */
  seed: z.string(),
  isCameraFixed: z.boolean(),
  hasWatermark: z.boolean(),
  returnsLastFrame: z.boolean(),
  isFlex: z.boolean(),
  isDraft: z.boolean(),
  first: SourceMedia.nullable(),
  last: SourceMedia.nullable(),
  references: z.array(SourceMedia).readonly(),
  /** The draft task that is to be made in full: it brings its own pictures, ratio, length and seed. */
  finishes: z.string().nullable(),
})

/** What is about to be asked for. What is null is left to the model. */
export type VideoDraft = z.infer<typeof KeptVideoDraft>
export type VideoMode = VideoDraft['mode']
export type ChangeDraft = (part: Partial<VideoDraft> | ((before: VideoDraft) => Partial<VideoDraft>)) => void

/** How a model films unless something else is chosen. */
export const usualSettings = {
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
  ...usualSettings,
  mode: 'text',
  model: null,
  prompt: '',
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

/** Our own pictures alone are shown: a page of ours loads none of others. */
function sourceOf({ type, url }: VideoRecord['inputs'][number]): SourceMedia {
  const isShown = type === 'image' && URL.parse(url)?.pathname.startsWith('/media/')
  return { type, url, preview: isShown ? url : null, name: names[type] }
}
