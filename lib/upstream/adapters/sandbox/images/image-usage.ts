import { countTokens } from '@/lib/platform/tokens'
import type { ImageQuality, ImageUsage } from '@/lib/upstream/contract/image-model'
import type { PictureSize } from './picture-size'

const SQUARE_PIXELS = 1024 * 1024
/** What OpenAI publishes for a picture of 1024x1024 by gpt-image-1. */
const SQUARE_TOKENS: Record<ImageQuality, number> = { low: 272, medium: 1056, high: 4160 }
const SOURCE_TOKENS = 65
const SOURCE_TILE_TOKENS = 129
const TILE_PIXELS = 512

type Made = { prompt: string; sources: PictureSize[]; size: PictureSize; quality: ImageQuality; n: number }

/**
 * The sandbox's own measure, after OpenAI's published tables: words counted with a real tokenizer, sources by their
 * tiles, pictures by their area and quality. It is what it asks money for, and no vendor's bill.
 */
export function imageUsage({ prompt, sources, size, quality, n }: Made): ImageUsage {
  const textTokens = countTokens(prompt)
  const imageTokens = sources.reduce((sum, source) => sum + sourceTokens(source), 0)
  const area = (size.width * size.height) / SQUARE_PIXELS
  const outputTokens = n * Math.max(1, Math.round(SQUARE_TOKENS[quality] * area))
  return {
    inputTokens: textTokens + imageTokens,
    outputTokens,
    totalTokens: textTokens + imageTokens + outputTokens,
    inputTokensDetails: { textTokens, imageTokens },
    outputTokensDetails: { textTokens: 0, imageTokens: outputTokens },
  }
}

function sourceTokens({ width, height }: PictureSize): number {
  const tiles = Math.ceil(width / TILE_PIXELS) * Math.ceil(height / TILE_PIXELS)
  return SOURCE_TOKENS + SOURCE_TILE_TOKENS * tiles
}
