import { z } from 'zod'
import { MAX_IMAGES } from '@/lib/media/images/limits'
import { ImageBackground, ImageQuality, ImageSize, OutputFormat } from '@/lib/media/images/schema'
import { VideoRatio, VideoResolution } from '@/lib/media/videos/schema'

/** What the studios keep of a draft for a tab. Fetched where something is kept: nothing else on their pages needs zod at once. */
export const KeptAudioDraft = z.object({ way: z.enum(['speech', 'transcription']), text: z.string() })

/** A picture to edit or to vary, chosen from disk or from the history. */
type SourcePicture = { file: Blob; url: string; width: number; height: number; name: string }

/** The source, a file, is not kept. */
export const KeptImageDraft = z.object({
  way: z.enum(['generate', 'edit', 'vary']),
  model: z.string().nullable(),
  prompt: z.string(),
  size: ImageSize,
  /** A custom size as it stands in its box: what is not a size yet is kept beside the one that was chosen before. */
  typedSize: z.string(),
  quality: ImageQuality,
  format: OutputFormat,
  compression: z.int().min(0).max(100),
  background: ImageBackground,
  n: z.int().min(1).max(MAX_IMAGES),
  /** Empty: any. */
  seed: z.string().regex(/^\d{0,9}$/),
  source: z.unknown().transform((): SourcePicture | null => null),
})

/** A file that the API can read: uploaded, from the history, or an asset of a portrait. */
const SourceMedia = z.object({
  type: z.enum(['image', 'video', 'audio']),
  /** As it goes into the request. */
  url: z.string(),
  /** Where the browser finds it; null: it shows a sign instead. */
  preview: z.string().nullable(),
  name: z.string(),
})

export const KeptVideoDraft = z.object({
  /** What a video begins with: text alone, a first frame, both ends, or references. */
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
