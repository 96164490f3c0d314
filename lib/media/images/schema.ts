import { z } from 'zod'
import { UsdString } from '@/lib/money/ledger/schema'
import { characters, itemsReply, leftOpen, listReply, queryNumber } from '@/lib/platform/fields'
import { TaskError, WaitingFor } from '@/lib/work/tasks/schema'
import { isDrawableSize, MAX_IMAGES, MAX_PROMPT_CODE_POINTS, variationSizes } from './limits'

/** What a request that leaves a setting out gets. */
export const defaultSettings = {
  n: 1,
  size: 'auto',
  quality: 'auto',
  output_format: 'png',
  background: 'auto',
  moderation: 'auto',
} as const

/**
 * Images: tasks that generate images from a prompt (`igen_`), edit an uploaded image (`igen_iedit_`), edit it inside a mask
 * (`igen_mask_`) or make a variation of it (`igen_ivar_`). A worker draws the task, which can be read until it expires. Its
 * images and its history are kept for 30 days.
 */
export const HISTORY_DAYS = 30

export const ImageTaskStatus = z.enum(['queued', 'processing', 'completed', 'failed', 'cancelled'])
export const ImageQuality = z.enum(['low', 'medium', 'high', 'auto'])
export type ImageQuality = z.infer<typeof ImageQuality>
export const OutputFormat = z.enum(['png', 'jpeg', 'webp'])
export const ImageBackground = z.enum(['auto', 'opaque', 'transparent'])
export const ImageModeration = z.enum(['auto', 'low'])
const VariationSize = z.enum(variationSizes)
export const ImageTaskKind = z.enum(['generation', 'edit', 'masked_edit', 'variation'])
export type ImageTaskKind = z.infer<typeof ImageTaskKind>

/** PostgreSQL stores no NUL characters. */
const text = z.string().refine((value) => !value.includes('\0'), 'must not contain NUL characters')

const Prompt = text
  .refine((prompt) => prompt.trim() !== '', 'must not be empty')
  .check(characters({ most: MAX_PROMPT_CODE_POINTS }))

export const ImageSize = z
  .string()
  .refine(
    (size) => size === 'auto' || isDrawableSize(size),
    'must be "auto" or WIDTHxHEIGHT with sides that are multiples of 16, at most 3840x2160 or 2160x3840, and a ratio between 1:3 and 3:1',
  )

const model = leftOpen(z.string().min(1, 'must not be empty'))
const UploadId = z.string().min(1, 'must not be empty')

const shared = {
  n: leftOpen(z.int().min(1).max(MAX_IMAGES), defaultSettings.n),
  size: leftOpen(ImageSize, defaultSettings.size),
  quality: leftOpen(ImageQuality, defaultSettings.quality),
  output_format: leftOpen(OutputFormat, defaultSettings.output_format),
  /** jpeg and webp only; ignored for png. */
  output_compression: leftOpen(z.int().min(0).max(100)),
  background: leftOpen(ImageBackground, defaultSettings.background),
  moderation: leftOpen(ImageModeration, defaultSettings.moderation),
  /** For models that declare it: the same seed and prompt give the same picture. */
  seed: leftOpen(z.int().min(0).max(4_294_967_295)),
}

const transparentJpeg = {
  path: ['background'],
  message: 'a transparent background needs output_format png or webp',
}
const canBeTransparent = (body: { background?: unknown; output_format?: unknown }) =>
  body.background !== 'transparent' || body.output_format !== 'jpeg'

export const CreateGenerationRequest = z
  .strictObject({ model, prompt: Prompt, ...shared })
  .refine(canBeTransparent, transparentJpeg)
export type CreateGenerationRequest = z.infer<typeof CreateGenerationRequest>
export type CreateGenerationBody = z.input<typeof CreateGenerationRequest>

/** OpenAI's synchronous request: the answer has the images. */
export const GenerateImagesRequest = z
  .strictObject({
    model,
    prompt: Prompt,
    ...shared,
    /** `standard` and `hd` are OpenAI's older values, which clients still send by default, as they do `style`. */
    quality: leftOpen(z.enum([...ImageQuality.options, 'standard', 'hd']), defaultSettings.quality),
    style: leftOpen(z.literal('vivid', 'must be left out')),
    response_format: leftOpen(z.enum(['b64_json', 'url']), 'b64_json'),
    /** Server-sent events: one for each image, with its `b64_json`; comments until the first. */
    stream: leftOpen(z.boolean(), false),
    partial_images: leftOpen(z.literal(0, 'must be 0: images are sent when they are finished'), 0),
    /** The caller's end user. Accepted and ignored. */
    user: leftOpen(text),
  })
  .refine(canBeTransparent, transparentJpeg)
  .refine(({ stream, response_format }) => !(stream && response_format === 'url'), {
    path: ['response_format'],
    message: 'must be b64_json in a stream',
  })
export type GenerateImagesRequest = z.infer<typeof GenerateImagesRequest>

export const CreateEditRequest = z
  .strictObject({
    model,
    /** Required, except by models that upscale or remove the background: those take none. */
    prompt: leftOpen(Prompt),
    image_upload_id: UploadId,
    /** Its transparent pixels mark the area that may change. */
    mask_upload_id: leftOpen(UploadId),
    ...shared,
  })
  .refine(canBeTransparent, transparentJpeg)
export type CreateEditRequest = z.infer<typeof CreateEditRequest>
export type CreateEditBody = z.input<typeof CreateEditRequest>

export const CreateVariationRequest = z.strictObject({
  model,
  image_upload_id: UploadId,
  size: leftOpen(VariationSize, defaultSettings.size),
})
export type CreateVariationRequest = z.infer<typeof CreateVariationRequest>
export type CreateVariationBody = z.input<typeof CreateVariationRequest>

export const CreatedImageTask = z.object({
  id: z.string(),
  status: z.literal('queued'),
  model: z.string(),
  created_at: z.iso.datetime(),
})
export type CreatedImageTask = z.infer<typeof CreatedImageTask>

/** Any text: one that is no task id is answered like an unknown one, 404. */
export const ImageTaskParams = z.object({ id: z.string() })

const TokenDetails = z.object({ text_tokens: z.int(), image_tokens: z.int() })

export const ImageUsageReply = z.object({
  input_tokens: z.int(),
  output_tokens: z.int(),
  total_tokens: z.int(),
  input_tokens_details: TokenDetails.optional(),
  output_tokens_details: TokenDetails.optional(),
})
export type ImageUsageReply = z.infer<typeof ImageUsageReply>

export const ImageData = z.object({
  /** Missing only if the image could not be stored; then `b64_json` is its only copy. */
  object_url: z.url().optional(),
  object_url_expires_at: z.iso.datetime().optional(),
  mime_type: z.string(),
  /** Only in the first read of the completed task. */
  b64_json: z.string().optional(),
  revised_prompt: z.string().optional(),
})
export type ImageData = z.infer<typeof ImageData>

/** OpenAI's answer: the images of a task, and its settings. */
export const ImagesReply = z.object({
  /** When the images were finished, in Unix seconds. */
  created: z.int(),
  background: z.enum(['opaque', 'transparent']).optional(),
  output_format: OutputFormat,
  quality: z.enum(['low', 'medium', 'high']),
  size: z.string(),
  /** Missing where the provider counts no tokens. */
  usage: ImageUsageReply.optional(),
  data: z.array(
    z.object({
      b64_json: z.string().optional(),
      /** Good for 30 days. */
      url: z.url().optional(),
      /** Where the provider revised it. */
      revised_prompt: z.string().optional(),
    }),
  ),
})
export type ImagesReply = z.infer<typeof ImagesReply>

export const ImageTask = z.object({
  id: z.string(),
  object: z.literal('image.generation'),
  status: ImageTaskStatus,
  model: z.string(),
  /** Unix seconds. */
  created: z.int(),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
  /** The finished task can be read until then. */
  expires_at: z.iso.datetime().nullable(),
  /** As requested; once completed, as generated. */
  size: z.string(),
  quality: ImageQuality,
  output_format: OutputFormat,
  /** Empty before the task is completed. */
  data: z.array(ImageData),
  usage: ImageUsageReply.nullable(),
  cost: UsdString.nullable(),
  /** Why an unfinished task cannot continue for now; null while it can. */
  waiting_for: WaitingFor.nullable(),
  error: TaskError.nullable(),
})
export type ImageTask = z.infer<typeof ImageTask>

const limit = queryNumber(1, 100, 20)

export const ImageTaskListQuery = z.object({
  limit,
  status: ImageTaskStatus.optional(),
  cursor: z.string().default(''),
  /** Like `cursor`: the id of the last task of the page before. */
  after: z.string().default(''),
})
export type ImageTaskListQuery = z.infer<typeof ImageTaskListQuery>

export const ImageTaskList = listReply(ImageTask).extend({
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
})
export type ImageTaskList = z.infer<typeof ImageTaskList>

/** A task in the customer's history, for 30 days. Reading it never consumes the one-time `b64_json`. */
export const ImageRecord = z.object({
  id: z.string(),
  object: z.literal('image'),
  kind: ImageTaskKind,
  status: ImageTaskStatus,
  model: z.string(),
  model_name: z.string(),
  /** Null for variations, upscaled images and removed backgrounds, which have none. */
  prompt: z.string().nullable(),
  /** As requested. */
  settings: z.object({
    n: z.int(),
    size: z.string(),
    quality: ImageQuality,
    output_format: OutputFormat,
    output_compression: z.int().nullable(),
    background: ImageBackground,
    moderation: ImageModeration,
    seed: z.int().nullable(),
  }),
  images: z.array(
    z.object({
      object_url: z.url().nullable(),
      object_url_expires_at: z.iso.datetime().nullable(),
      mime_type: z.string(),
      width: z.int(),
      height: z.int(),
      size_bytes: z.int(),
      revised_prompt: z.string().nullable(),
    }),
  ),
  usage: ImageUsageReply.nullable(),
  cost: UsdString.nullable(),
  cost_str: z.string().nullable(),
  waiting_for: WaitingFor.nullable(),
  error: TaskError.nullable(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
})
export type ImageRecord = z.infer<typeof ImageRecord>

/** What a task was made from: an image of the customer's own. */
export type Origin = {
  source_task_id: string | null
  source_picture: number | null
  family_id: string | null
}
export const noOrigin: Origin = { source_task_id: null, source_picture: null, family_id: null }

/** A result of a family: what was made of one image, and of that in turn. */
export const FamilyMember = z.object({
  id: z.string(),
  kind: z.enum([...ImageTaskKind.options, 'video']),
  model_name: z.string(),
  prompt: z.string().nullable(),
  /** What it was made from; null for the first. `picture`: the number of the image, from 1. */
  source: z.object({ task_id: z.string(), picture: z.int() }).nullable(),
  /** Its images, or its video; null for one that is no longer kept. */
  files: z.array(z.url().nullable()),
  created_at: z.iso.datetime(),
})
export type FamilyMember = z.infer<typeof FamilyMember>

/** Oldest first. Only what has a result. */
export const Family = z.object({ items: z.array(FamilyMember) })
export type Family = z.infer<typeof Family>

export const ImageHistoryQuery = z.object({
  limit,
  cursor: z.string().default(''),
  status: ImageTaskStatus.optional(),
  model: text.default(''),
  /** `favorites` or a folder. */
  board: text.optional(),
  /** Text that the prompt contains. */
  q: text.check(characters({ most: 1000 })).default(''),
})
export type ImageHistoryQuery = z.infer<typeof ImageHistoryQuery>

export const ImageHistoryReply = itemsReply(ImageRecord)
export type ImageHistoryReply = z.infer<typeof ImageHistoryReply>

export const DeletedImage = z.object({ id: z.string(), object: z.literal('image'), deleted: z.literal(true) })
export type DeletedImage = z.infer<typeof DeletedImage>
