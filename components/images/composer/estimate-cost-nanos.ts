import type { Pricing } from '@/lib/catalog/schema'
import type { ImageDraft } from '../draft'

const NANOS_PER_USD = 1e9

/** The most that a draft can cost, in nano-dollars; null where the model bills tokens, which are known afterwards. */
export function estimateCostNanos(
  draft: Pick<ImageDraft, 'quality' | 'n' | 'way'>,
  pricing: Pricing | undefined,
): number | null {
  if (!pricing?.image) return null
  const quality = draft.quality === 'auto' ? 'high' : draft.quality
  const pictures = draft.way === 'vary' ? 1 : draft.n
  const each = Number(draft.way === 'vary' ? pricing.image.high : pricing.image[quality])
  return Math.round((each * pictures + Number(pricing.request ?? 0)) * NANOS_PER_USD)
}
