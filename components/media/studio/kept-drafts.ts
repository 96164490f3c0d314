import { z } from 'zod'
import { MAX_IMAGES } from '@/lib/media/images/limits'
import { ImageBackground, ImageQuality, ImageSize, OutputFormat } from '@/lib/media/images/schema'
import { VideoRatio, VideoResolution } from '@/lib/media/videos/schema'

/** Drafts of the studios as a tab keeps them. Loaded only if there is one: nothing else on these pages needs zod at once. */
export const KeptAudioDraft = z.object({ way: z.enum(['speech', 'transcription']), text: z.string() })

/** An image to edit or vary, from a file or from the history. */
type SourcePicture = { file: Blob; url: string; width: number; height: number; name: string }

/** The source is a file, and not kept. */
export const KeptImageDraft = z.object({
  way: z.enum(['generate', 'edit', 'vary']),
  model: z.string().nullable(),
  prompt: z.string(),
  /** Each line is a prompt of its own. */
  isMany: z.boolean().default(false),
  size: ImageSize,
  /** The text of the custom size. While it is no valid size, `size` keeps the one chosen before. */
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

/** A file that the API can read: an upload, a result, or an asset of a portrait. */
const SourceMedia = z.object({
  type: z.enum(['image', 'video', 'audio']),
  /** The URL in the request. */
  url: z.string(),
  /** The URL of its preview; null: an icon is shown. */
  preview: z.string().nullable(),
  name: z.string(),
})

export const KeptVideoDraft = z.object({
  /** What the video starts from: text, a first frame, a first and last frame, or references. */
  mode: z.enum(['text', 'first', 'ends', 'references']),
  model: z.string().nullable(),
  prompt: z.string(),
  isMany: z.boolean().default(false),
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
  /** The draft task to finish. Its media, ratio, duration and seed are used. */
  finishes: z.string().nullable(),
})
