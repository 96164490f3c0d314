import { z } from 'zod'
import { videoRates } from '@/lib/money/prices/schema'
import { type StateMoves, statesLeadingTo } from '@/lib/platform/states-leading-to'
import { StoredReading, settlementOf, type TaskTable } from '@/lib/work/tasks/kind'
import { VideoRatio, VideoResolution, type VideoTaskStatus } from '../schema'

export type VideoStatus = z.infer<typeof VideoTaskStatus>

/** The states that may follow each state. A completed task expires with its video. */
const moves: StateMoves<VideoStatus> = {
  queued: ['processing', 'failed', 'cancelled', 'expired'],
  processing: ['completed', 'failed', 'cancelled', 'expired'],
  completed: ['expired'],
  failed: [],
  cancelled: [],
  expired: [],
}

/** The states that a task may come from: its row must still be in one of them when the change is written. */
export const statesBefore = (to: VideoStatus) => statesLeadingTo(moves, to)

/** Whether a text has the form of a task id; if not, no query is needed. */
export function isTaskId(text: string): boolean {
  return /^vgen_[0-9a-hjkmnp-tv-z]{26}$/.test(text)
}

/** The JSON columns of a task's row: written by `storedJson`, read by these schemas. */

const Source = z.union([
  z.object({ link: z.string() }),
  z.object({
    objectKey: z.string(),
    mimeType: z.string(),
    /** The portrait's id in the vault. */
    vaultId: z.string().nullish(),
  }),
])

const Media = z.object({
  type: z.enum(['image', 'video', 'audio']),
  role: z.enum(['first_frame', 'last_frame', 'reference_image', 'reference_video', 'reference_audio']),
  /** As requested. */
  url: z.string(),
  source: Source,
})
export type Media = z.infer<typeof Media>

/** The checked request, with defaults filled in. */
export const StoredRequest = z.object({
  prompt: z.string(),
  media: z.array(Media),
  /** The draft that the task finishes. */
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

/** A route of the catalog, at its price when the task was created. */
export const PlannedRoute = z.object({
  routeId: z.string(),
  modelId: z.string(),
  modelName: z.string(),
  providerId: z.string(),
  priceId: z.string(),
  /** What the price counts. Rows of older versions have no value and count tokens. */
  billedBy: z.enum(['tokens', 'seconds']).default('tokens'),
  ownKeyFactor: z.number().optional(),
  priceFactor: z.number().optional(),
})
export type PlannedRoute = z.infer<typeof PlannedRoute>

/** The finished video. */
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

/** How the engine of tasks knows this table. */
export const videoTable: TaskTable = {
  name: 'videos.take-turn',
  table: 'video_tasks',
  endChannel: 'video_cancel',
  turnColumn: 'turn',
  settlement: Settlement,
}
