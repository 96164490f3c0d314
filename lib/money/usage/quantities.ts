import type { Quantities, VideoRate } from '@/lib/money/prices/price'
import type { UsageModality } from './schema'

/** What an image is billed at where images have prices of their own. */
export type ImageQuality = 'low' | 'medium' | 'high'

type Used = {
  modality: UsageModality
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
  characters?: number | undefined
  audioMillis?: number | undefined
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
  if (used.modality === 'speech') return { ...tokens, characters: used.characters ?? 0 }
  if (used.modality === 'transcription') return { ...tokens, audioMillis: used.audioMillis ?? 0 }
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
