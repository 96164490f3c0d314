import { z } from 'zod'
import { videoRates } from '@/lib/money/prices/schema'
import { type StateMoves, statesLeadingTo } from '@/lib/platform/states-leading-to'
import { StoredReading, settlementOf, type TaskTable } from '@/lib/work/tasks/kind'
import { VideoRatio, VideoResolution, type VideoTaskStatus } from '../schema'

export type VideoStatus = z.infer<typeof VideoTaskStatus>

/** Where a task may go from each state. A video that is not kept any more makes a completed task an expired one. */
const moves: StateMoves<VideoStatus> = {
  queued: ['processing', 'failed', 'cancelled', 'expired'],
  processing: ['completed', 'failed', 'cancelled', 'expired'],
  completed: ['expired'],
  failed: [],
  cancelled: [],
  expired: [],
}

/** The states from which a task may come into this one: what its row must still be in when the move is written. */
export const statesBefore = (to: VideoStatus) => statesLeadingTo(moves, to)

/** Whether a text can be a task's id at all; anything else need not be looked for. */
export function isTaskId(text: string): boolean {
  return /^vgen_[0-9a-hjkmnp-tv-z]{26}$/.test(text)
}

/** What a task's row holds as JSON, written by `storedJson` and read through these alone. */

const Source = z.union([
  z.object({ link: z.string() }),
  z.object({
    objectKey: z.string(),
    mimeType: z.string(),
    /** A portrait's name in the vault. */
    vaultId: z.string().nullish(),
  }),
])

const Media = z.object({
  type: z.enum(['image', 'video', 'audio']),
  role: z.enum(['first_frame', 'last_frame', 'reference_image', 'reference_video', 'reference_audio']),
  /** As the caller wrote it. */
  url: z.string(),
  source: Source,
})
export type Media = z.infer<typeof Media>

/** The request, checked and with every default filled in. */
export const StoredRequest = z.object({
  prompt: z.string(),
  media: z.array(Media),
  /** Our id of the draft that it finishes. */
  draftTaskId: z.string().nullable(),
  draftHandle: z.string().nullable(),
  ratio: VideoRatio,
  resolution: VideoResolution,
  duration: z.int(),
  frames: z.int().nullable(),
  generateAudio: z.boolean(),
  seed: z.int().nullable(),
  cameraFixed: z.boolean(),
  watermark: z.boolean(),
  returnLastFrame: z.boolean(),
  serviceTier: z.enum(['default', 'flex']),
  isDraft: z.boolean(),
  webSearch: z.boolean(),
  safetyIdentifier: z.string().nullable(),
  executionExpiresAfterSeconds: z.int(),
})
export type StoredRequest = z.infer<typeof StoredRequest>

/** A route of the catalog, at the price of the day when the task was created. */
export const PlannedRoute = z.object({
  routeId: z.string(),
  modelId: z.string(),
  modelName: z.string(),
  providerId: z.string(),
  priceId: z.string(),
  /** By which the price counts; those of before it could be seconds counted tokens. */
  billedBy: z.enum(['tokens', 'seconds']).default('tokens'),
  ownKeyFactor: z.number().optional(),
})
export type PlannedRoute = z.infer<typeof PlannedRoute>

/** What the upstream made. */
export const StoredResult = z.object({
  fps: z.number(),
  durationSeconds: z.number(),
  resolution: VideoResolution,
  ratio: VideoRatio,
  seed: z.int().nullable(),
  usage: z.object({ completionTokens: z.int(), totalTokens: z.int() }),
  /** The upstream did not report what the price counts. */
  isUsageEstimated: z.boolean(),
})
export type StoredResult = z.infer<typeof StoredResult>

const VideoReading = StoredReading.extend({
  modality: z.literal('video'),
  videoMillis: z.int(),
  videoRate: z.enum(videoRates).nullable().default(null),
})

export const Settlement = settlementOf(VideoReading)
export type Settlement = z.infer<typeof Settlement>

/** The tasks to the engine. */
export const videoTable: TaskTable = {
  name: 'videos.take-turn',
  table: 'video_tasks',
  endChannel: 'video_cancel',
  turnColumn: 'turn',
  settlement: Settlement,
}
