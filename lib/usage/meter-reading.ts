import { z } from 'zod'
import type { Price, VideoRate } from '@/lib/billing/price'
import type { ImageQuality, UsageRow } from './internal/journal'

/** How a metered request ended. Failed ones cost nothing, whatever they used. */
export type MeterReading = {
  status: 'success' | 'failed'
  modality: UsageRow['modality']
  modelId: string
  modelName: string
  providerId: string
  priceId: string
  price: Price
  promptTokens: number
  cachedTokens: number
  /** Of the prompt, written to a cache; and how many of them for an hour. */
  cacheWriteTokens?: number
  cacheWriteHourTokens?: number
  /** Of a video: the tokens that its price counts. */
  completionTokens: number
  /** Of those, sound. */
  audioTokens?: number
  reasoningTokens: number
  images?: number
  /** What each image is billed at; null or absent where the model bills tokens. */
  imageQuality?: ImageQuality | null
  videoMillis?: number
  /** Searches of the web, as far as the upstream counts them. */
  webSearches?: number
  /** The tier of service that is billed; null or absent: the plain price. */
  serviceTier?: string | null
  /** What each second of the video is billed at where it has a price by the second. */
  videoRate?: VideoRate | null
  taskId?: string
  usageSource: UsageRow['usage_source']
  finishReason: string | null
  errorCode: string | null
  firstByteAt: Date | null
  /** Every try of an upstream, in order, the last being the one that this reading tells of; empty where the first served. */
  attempts: readonly UpstreamTry[]
}

/** As tasks keep it. Those of before it was kept whole say only who failed, and how. */
export const UpstreamTry = z.object({
  provider: z.string(),
  model: z.string().nullable().default(null),
  route: z.string().nullable().default(null),
  /** Why it failed; null: it answered. */
  code: z.string().nullable(),
  /** The upstream's HTTP status, where it gave one. */
  status: z.int().nullable().default(null),
  latencyMs: z.int().nullable().default(null),
})
export type UpstreamTry = z.infer<typeof UpstreamTry>
