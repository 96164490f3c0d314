import { z } from 'zod'
import { UpstreamTry } from '@/lib/usage/meter-reading'
import type { TaskReading } from '@/lib/usage/task-meter'
import { ImageBackground, ImageModeration, ImageQuality, OutputFormat } from '../schema'

/** What a task's row holds as JSON, written by `storedJson` and read through these alone. */

/** As asked for, with every default filled in. */
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

/** A route of the catalog, at the price of the day when the task was created. */
export const PlannedRoute = z.object({
  modelId: z.string(),
  routeId: z.string(),
  priceId: z.string(),
  /** Pictures have no price of their own there: tokens do. */
  billsTokens: z.boolean(),
})
export type PlannedRoute = z.infer<typeof PlannedRoute>

export const StoredReading = z.object({
  status: z.enum(['success', 'failed']),
  modality: z.literal('image'),
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
  images: z.int(),
  imageQuality: z.enum(['low', 'medium', 'high']).nullable(),
  attempts: z.array(UpstreamTry),
}) satisfies z.ZodType<TaskReading>
export type StoredReading = z.infer<typeof StoredReading>

const TokenDetails = z.object({ textTokens: z.int(), imageTokens: z.int() }).nullable()

/** What the upstream made, and what that is billed at. */
export const Made = z.object({
  size: z.string(),
  quality: z.enum(['low', 'medium', 'high']),
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
  reading: StoredReading,
})
export type Made = z.infer<typeof Made>

/** How the meter ends: by what was used, or by giving the money back without a word in the usage. */
export const Settlement = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('settle'), reading: StoredReading }),
  z.object({ kind: z.literal('release') }),
])
export type Settlement = z.infer<typeof Settlement>
