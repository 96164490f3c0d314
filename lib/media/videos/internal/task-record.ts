import { z } from 'zod'
import { videoRates } from '@/lib/money/prices/schema'
import type { TaskReading } from '@/lib/money/usage/task-meter'
import { UpstreamTry } from '@/lib/money/usage/usage-row'
import type { TaskTable } from '@/lib/work/tasks/kind'
import { VideoRatio, VideoResolution } from '../schema'

/** Where a task may go from each state. An asset that is not kept any more makes a completed task an expired one. */
export const videoStatuses = ['queued', 'processing', 'completed', 'failed', 'cancelled', 'expired'] as const
export type VideoStatus = (typeof videoStatuses)[number]

const moves = {
  queued: ['processing', 'failed', 'cancelled', 'expired'],
  processing: ['completed', 'failed', 'cancelled', 'expired'],
  completed: ['expired'],
  failed: [],
  cancelled: [],
  expired: [],
} as const satisfies Record<VideoStatus, readonly VideoStatus[]>

export function canMove(from: VideoStatus, to: VideoStatus): boolean {
  return moves[from].some((target) => target === to)
}

/** The states from which `to` is reached: what the row must still be in when the move is written. */
export function sourcesOf(to: VideoStatus): VideoStatus[] {
  return videoStatuses.filter((from) => canMove(from, to))
}

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

const StoredReading = z.object({
  status: z.enum(['success', 'failed']),
  modality: z.literal('video'),
  taskId: z.string(),
  modelId: z.string(),
  modelName: z.string(),
  providerId: z.string(),
  priceId: z.string(),
  usageSource: z.enum(['upstream', 'estimated', 'none']),
  errorCode: z.string().nullable(),
  endedAt: z.coerce.date(),
  promptTokens: z.int(),
  completionTokens: z.int(),
  videoMillis: z.int(),
  videoRate: z.enum(videoRates).nullable().default(null),
  attempts: z.array(UpstreamTry).default([]),
  ownKeyFactor: z.number().optional(),
}) satisfies z.ZodType<TaskReading>

/** How the meter ends: by what was used, or by giving the money back without a word in the usage. */
export const Settlement = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('settle'), reading: StoredReading }),
  z.object({ kind: z.literal('release') }),
])
export type Settlement = z.infer<typeof Settlement>

/** The tasks to the engine. */
export const videoTable: TaskTable = {
  name: 'videos.take-turn',
  table: 'video_tasks',
  endChannel: 'video_cancel',
  counter: 'turn',
  settlement: Settlement,
}
