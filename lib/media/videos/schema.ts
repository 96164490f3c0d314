import { z } from 'zod'
import { UsdString } from '@/lib/money/ledger/schema'
import { characters, itemsReply, leftOpen, listReply, queryNumber } from '@/lib/platform/fields'
import { TaskError, WaitingFor } from '@/lib/work/tasks/schema'
import { MAX_PROMPT_CODE_POINTS } from './limits'

/** A lone surrogate becomes the replacement character: PostgreSQL stores none. */
const WellFormed = z.string().overwrite((text) => text.toWellFormed())

/** PostgreSQL stores no NUL characters. */
const Text = WellFormed.refine((text) => !text.includes('\0'), 'must not contain NUL characters')

/** What a video is generated from besides the prompt: text, images, videos, audio or a draft, one an item. */
const Link = z.strictObject({
  url: WellFormed.refine((url) => !/^data:/i.test(url), {
    error: 'must be a URL that can be fetched, not a data: URL. Upload the file and send its https URL.',
    abort: true, // or "too long" would be reported as well
  })
    .min(1, 'must not be empty')
    .max(4096),
})

export const ContentItem = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: Text.check(characters({ most: 32_000 })) }),
  z.strictObject({
    type: z.literal('image_url'),
    image_url: Link,
    role: z.enum(['first_frame', 'last_frame', 'reference_image']).nullish(),
  }),
  z.strictObject({
    type: z.literal('video_url'),
    video_url: Link,
    role: z.enum(['reference_video']).nullish(),
  }),
  z.strictObject({
    type: z.literal('audio_url'),
    audio_url: Link,
    role: z.enum(['reference_audio']).nullish(),
  }),
  z.strictObject({
    type: z.literal('draft_task'),
    draft_task: z.strictObject({ id: z.string().min(1, 'must not be empty') }),
  }),
])
export type ContentItem = z.infer<typeof ContentItem>

/**
 * Videos: tasks that generate a video from text, from a first (and last) frame, from references, or from a draft. A provider
 * makes the video; we copy it into our storage and serve it from there for 30 days.
 */
export const HISTORY_DAYS = 30
const DEFAULT_EXECUTION_SECONDS = 172_800

export const VideoTaskStatus = z.enum(['queued', 'processing', 'completed', 'failed', 'cancelled', 'expired'])
export const VideoRatio = z.enum(['16:9', '9:16', '4:3', '3:4', '21:9', '1:1', 'adaptive'])
export const VideoResolution = z.enum(['480p', '720p', '1080p'])
export const VideoInputType = z.enum(['text', 'first_frame', 'first_last_frame', 'reference', 'draft_task'])
export type VideoInputType = z.infer<typeof VideoInputType>

const Prompt = Text.refine((text) => text.trim() !== '', 'must not be empty').check(
  characters({ most: MAX_PROMPT_CODE_POINTS }),
)

const WebSearchTool = z.strictObject({ type: z.literal('web_search') })
const MAX_SEED = 2_147_483_647

export const CreateVideoRequest = z.strictObject({
  model: leftOpen(z.string().min(1, 'must not be empty')),
  prompt: Prompt,
  content: leftOpen(z.array(ContentItem).max(64, 'must have at most 64 items')),
  ratio: leftOpen(VideoRatio),
  /** Seconds; -1 lets the model decide. */
  duration: leftOpen(
    z.int().refine((value) => value === -1 || value > 0, 'must be a number of seconds, or -1'),
  ),
  resolution: leftOpen(VideoResolution),
  /** Takes precedence over the duration. */
  frames: leftOpen(z.int().min(1)),
  generate_audio: leftOpen(z.boolean()),
  /** Must agree with `content`, or with that of the draft. */
  input_has_video: leftOpen(z.boolean()),
  /** -1: any. */
  seed: leftOpen(z.int().min(-1).max(MAX_SEED)),
  camera_fixed: leftOpen(z.boolean(), false),
  watermark: leftOpen(z.boolean(), false),
  callback_url: leftOpen(z.string().min(1, 'must not be empty').max(2048)),
  return_last_frame: leftOpen(z.boolean(), false),
  service_tier: leftOpen(z.enum(['default', 'flex']), 'default'),
  execution_expires_after: leftOpen(z.int().min(3600).max(259_200), DEFAULT_EXECUTION_SECONDS).transform(
    (value) => value ?? DEFAULT_EXECUTION_SECONDS,
  ),
  draft: leftOpen(z.boolean(), false),
  tools: leftOpen(z.union([z.array(WebSearchTool).max(8), WebSearchTool])),
  safety_identifier: leftOpen(Text.min(1, 'must not be empty').check(characters({ most: 64 }))),
})
export type CreateVideoRequest = z.infer<typeof CreateVideoRequest>
export type CreateVideoBody = z.input<typeof CreateVideoRequest>

export const CreatedVideo = z.object({
  id: z.string(),
  status: z.literal('queued'),
  model: z.string(),
  input_type: VideoInputType,
  ratio: VideoRatio,
  resolution: VideoResolution,
  duration: z.int(),
  created_at: z.iso.datetime(),
})
export type CreatedVideo = z.infer<typeof CreatedVideo>

export const VideoTask = z.object({
  id: z.string(),
  object: z.literal('video.generation'),
  status: VideoTaskStatus,
  model: z.string(),
  input_type: VideoInputType,
  /** 0 to 100; null if the provider does not report it. */
  progress: z.int().min(0).max(100).nullable(),
  /** Signed anew at every read. */
  video_url: z.url().nullable(),
  video_url_expires_at: z.iso.datetime().nullable(),
  /** Seconds. */
  video_url_ttl: z.int(),
  last_frame_url: z.url().nullable(),
  /** Whole seconds: as requested; once completed, of the video. -1 until the model has decided. */
  duration: z.int(),
  /** As requested; null if `duration` was. With `fps` the exact length. */
  frames: z.int().nullable(),
  fps: z.number().nullable(),
  resolution: VideoResolution,
  ratio: VideoRatio,
  seed: z.int().nullable(),
  draft: z.boolean(),
  usage: z.object({ completion_tokens: z.int(), total_tokens: z.int() }).nullable(),
  cost: UsdString.nullable(),
  /** Why an unfinished task cannot continue for now; null while it can. */
  waiting_for: WaitingFor.nullable(),
  error: TaskError.nullable(),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
  cancelled_at: z.iso.datetime().nullable(),
  /** When the video expires; before it exists, when the task does. */
  expires_at: z.iso.datetime(),
})
export type VideoTask = z.infer<typeof VideoTask>

/** Any text: one that is no task id is answered like an unknown one, 404. */
export const VideoTaskParams = z.object({ id: z.string() })

/** The link for a provider's notifications. */
export const NotificationParams = z.object({ id: z.string(), secret: z.string() })

const limit = queryNumber(1, 100, 20)

export const VideoListQuery = z.object({
  limit,
  status: VideoTaskStatus.optional(),
  cursor: z.string().default(''),
  /** Like `cursor`: the id of the last task of the page before. */
  after: z.string().default(''),
})
export type VideoListQuery = z.infer<typeof VideoListQuery>

export const VideoList = listReply(VideoTask).extend({
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
})
export type VideoList = z.infer<typeof VideoList>

/** A task in the customer's history, with its request, so that it can be repeated. */
export const VideoRecord = VideoTask.extend({
  model_name: z.string(),
  prompt: z.string(),
  settings: z.object({
    ratio: VideoRatio,
    resolution: VideoResolution,
    duration: z.int(),
    frames: z.int().nullable(),
    generate_audio: z.boolean(),
    seed: z.int().nullable(),
    camera_fixed: z.boolean(),
    watermark: z.boolean(),
    return_last_frame: z.boolean(),
    service_tier: z.enum(['default', 'flex']),
    draft: z.boolean(),
    web_search: z.boolean(),
  }),
  /** The images, videos and audio of the request. */
  inputs: z.array(
    z.object({
      type: z.enum(['image', 'video', 'audio']),
      role: z.enum(['first_frame', 'last_frame', 'reference_image', 'reference_video', 'reference_audio']),
      url: z.string(),
    }),
  ),
  cost_str: z.string().nullable(),
})
export type VideoRecord = z.infer<typeof VideoRecord>

export const VideoHistoryQuery = z.object({
  limit,
  cursor: z.string().default(''),
  status: VideoTaskStatus.optional(),
  model: Text.default(''),
  /** `favorites` or a folder. */
  board: Text.optional(),
  /** Text that the prompt contains. */
  q: Text.check(characters({ most: 1000 })).default(''),
})
export type VideoHistoryQuery = z.infer<typeof VideoHistoryQuery>

export const VideoHistoryReply = itemsReply(VideoRecord)
export type VideoHistoryReply = z.infer<typeof VideoHistoryReply>

export const DeletedVideo = z.object({ id: z.string(), object: z.literal('video'), deleted: z.literal(true) })
export type DeletedVideo = z.infer<typeof DeletedVideo>

/** Sent to a task's `callback_url` when the task has ended. */
export const VideoEvent = z.object({
  type: z.enum([
    'video.generation.completed',
    'video.generation.failed',
    'video.generation.cancelled',
    'video.generation.expired',
  ]),
  timestamp: z.iso.datetime(),
  data: VideoTask,
})
