import type { Modality, Pricing } from '@/lib/catalog/schema'

/** What a model's price is told by first: a million input tokens, a picture of medium quality, a million video tokens. */
export type MainPrice = { unit: 'tokens' | 'picture' | 'video-tokens'; usd: number }

const MILLION = 1_000_000

/** The price that models of a kind are compared by; null where the catalog has none. Close enough to sort by, not to bill by. */
export function mainPrice(modality: Modality, pricing: Pricing): MainPrice | null {
  if (modality === 'video')
    return pricing.video_token === undefined
      ? null
      : { unit: 'video-tokens', usd: Number(pricing.video_token) * MILLION }
  if (modality === 'image' && pricing.image) return { unit: 'picture', usd: Number(pricing.image.medium) }
  const rate = modality === 'image' ? (pricing.completion ?? pricing.prompt) : pricing.prompt
  return rate === undefined ? null : { unit: 'tokens', usd: Number(rate) * MILLION }
}
