import { z } from 'zod'
import { newId } from '@/lib/platform/ids'
import { type StateMoves, statesLeadingTo } from '@/lib/platform/states-leading-to'
import { StoredReading, settlementOf, type TaskTable } from '@/lib/work/tasks/kind'
import {
  ImageBackground,
  ImageModeration,
  ImageQuality,
  type ImageTaskKind,
  type ImageTaskStatus,
  OutputFormat,
} from '../schema'

export type ImageStatus = z.infer<typeof ImageTaskStatus>

/** The states that may follow each state. A finished task does not change. */
const moves: StateMoves<ImageStatus> = {
  queued: ['processing', 'cancelled'],
  processing: ['completed', 'failed', 'cancelled'],
  completed: [],
  failed: [],
  cancelled: [],
}

/** The states that a task may come from. */
export const statesBefore = (to: ImageStatus) => statesLeadingTo(moves, to)

export function isFinished(status: ImageStatus): boolean {
  return moves[status].length === 0
}

const prefixes = {
  generation: 'igen',
  edit: 'igen_iedit',
  masked_edit: 'igen_mask',
  variation: 'igen_ivar',
} as const satisfies Record<ImageTaskKind, string>

export function newTaskId(kind: ImageTaskKind): string {
  return newId(prefixes[kind])
}

/** Whether a text has the form of a task id; if not, no query is needed. */
export function isTaskId(text: string): boolean {
  return /^igen_(?:iedit_|mask_|ivar_)?[0-9a-hjkmnp-tv-z]{26}$/.test(text)
}

/** The JSON columns of a task's row: written by `storedJson`, read by these schemas. */

/** The requested settings, with defaults filled in. */
export const TaskSettings = z.object({
  n: z.int(),
  size: z.string(),
  quality: ImageQuality,
  outputFormat: OutputFormat,
  outputCompression: z.int().nullable(),
  background: ImageBackground,
  moderation: ImageModeration,
  seed: z.int().nullable(),
})
export type TaskSettings = z.infer<typeof TaskSettings>

/** A route of the catalog, at its price when the task was created. */
export const PlannedRoute = z.object({
  modelId: z.string(),
  routeId: z.string(),
  priceId: z.string(),
  /** The route's price is per token, not per image. */
  billsTokens: z.boolean(),
  ownKeyFactor: z.number().optional(),
  priceFactor: z.number().optional(),
})
export type PlannedRoute = z.infer<typeof PlannedRoute>

const ImageReading = StoredReading.extend({
  modality: z.literal('image'),
  images: z.int(),
  imageQuality: z.enum(['low', 'medium', 'high']).nullable(),
  imageInputTokens: z.int().optional(),
  imageOutputTokens: z.int().optional(),
})
export type ImageReading = z.infer<typeof ImageReading>

const TokenDetails = z.object({ textTokens: z.int(), imageTokens: z.int() }).nullable()

/** What the upstream generated, and how it is billed. */
export const StoredResult = z.object({
  size: z.string(),
  quality: z.enum(['low', 'medium', 'high']),
  /** Missing in rows of the version before. */
  background: z.enum(['opaque', 'transparent']).optional(),
  usage: z
    .object({
      inputTokens: z.int(),
      outputTokens: z.int(),
      totalTokens: z.int(),
      inputTokensDetails: TokenDetails,
      outputTokensDetails: TokenDetails,
    })
    .nullable(),
  answeredAt: z.coerce.date(),
  reading: ImageReading,
})
export type StoredResult = z.infer<typeof StoredResult>

export const Settlement = settlementOf(ImageReading)
export type Settlement = z.infer<typeof Settlement>

/** How the engine of tasks knows this table. */
export const imageTable: TaskTable = {
  name: 'images.draw',
  table: 'image_tasks',
  endChannel: 'image_cancel',
  turnColumn: 'run',
  settlement: Settlement,
}
