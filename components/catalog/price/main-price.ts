import type { Modality, Pricing } from '@/lib/catalog/schema'

/** What a model's price is told by first: a million input tokens, a picture of medium quality, a second of video. */
export type MainPrice = { unit: 'tokens' | 'picture' | 'video-seconds'; usd: number }

const MILLION = 1_000_000
/** Of 720p, 1280 × 720 × 24 / 1024: makes a price by the token one that compares with a price by the second. */
const TOKENS_PER_SECOND = 21_600

/** The price that models of a kind are compared by; null where the catalog has none. Close enough to sort by, not to bill by. */
export function mainPrice(modality: Modality, pricing: Pricing): MainPrice | null {
  if (modality === 'video') return videoPrice(pricing)
  if (modality === 'image' && pricing.image) return { unit: 'picture', usd: Number(pricing.image.medium) }
  const rate = modality === 'image' ? (pricing.completion ?? pricing.prompt) : pricing.prompt
  return rate === undefined ? null : { unit: 'tokens', usd: Number(rate) * MILLION }
}

function videoPrice({ video_token, video_second }: Pricing): MainPrice | null {
  if (video_token !== undefined)
    return { unit: 'video-seconds', usd: Number(video_token) * TOKENS_PER_SECOND }
  const second = video_second?.['720p'] ?? video_second?.['480p'] ?? video_second?.['1080p']
  return second === undefined ? null : { unit: 'video-seconds', usd: Number(second) }
}
