import { z } from 'zod'
import type { Price, Quantities, VideoRate } from '@/lib/billing/price'
import type { UsageModality } from './schema'

/** What an image is billed at where images have prices of their own. */
export type ImageQuality = 'low' | 'medium' | 'high'

/** How a metered request ended. Failed ones cost nothing, whatever they used. */
export type MeterReading = {
  status: 'success' | 'failed'
  modality: UsageModality
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
  usageSource: 'upstream' | 'estimated' | 'none'
  finishReason: string | null
  errorCode: string | null
  firstByteAt: Date | null
  /** Every try of an upstream, in order, the last being the one that this reading is of; empty where the first served. */
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

type Used = {
  modality: MeterReading['modality']
  promptTokens: number
  cachedTokens: number
  cacheWriteTokens?: number | undefined
  cacheWriteHourTokens?: number | undefined
  completionTokens: number
  audioTokens?: number | undefined
  serviceTier?: string | null | undefined
  webSearches?: number | undefined
  images?: number | undefined
  imageQuality?: ImageQuality | null | undefined
  videoMillis?: number | undefined
  videoRate?: VideoRate | null | undefined
}

/**
 * What a request's or task's bill counts. A video's completion tokens are its video tokens, and its seconds count too:
 * which of them cost anything is the price's affair.
 */
export function quantitiesOf(used: Used): Quantities {
  const { promptTokens, cachedTokens, completionTokens } = used
  if (used.modality === 'video')
    return {
      promptTokens,
      cachedTokens,
      videoTokens: completionTokens,
      videoMillis: used.videoMillis ?? 0,
      videoRate: used.videoRate ?? null,
      requests: 1,
    }
  if (used.modality === 'chat') return chatQuantitiesOf(used)
  const tokens = { promptTokens, cachedTokens, completionTokens, requests: 1 }
  if (used.modality !== 'image') return tokens
  const images = used.images ?? 0
  if (used.imageQuality === 'low') return { ...tokens, imagesLow: images }
  if (used.imageQuality === 'medium') return { ...tokens, imagesMedium: images }
  if (used.imageQuality === 'high') return { ...tokens, imagesHigh: images }
  return tokens
}

function chatQuantitiesOf(used: Used): Quantities {
  return {
    promptTokens: used.promptTokens,
    cachedTokens: used.cachedTokens,
    completionTokens: used.completionTokens,
    requests: 1,
    cacheWriteTokens: used.cacheWriteTokens ?? 0,
    cacheWriteHourTokens: used.cacheWriteHourTokens ?? 0,
    webSearches: used.webSearches ?? 0,
    audioTokens: used.audioTokens ?? 0,
    serviceTier: used.serviceTier ?? null,
  }
}
