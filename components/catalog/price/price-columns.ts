import type { Pricing } from '@/lib/catalog/schema'
import { formatCost, formatPerMillion } from '@/lib/client/format/money'

export type PriceCell = { amount: string; unit: string }

/** A pricing in two columns of a dense list: what goes in and what comes out. */
export function priceColumns(pricing: Pricing): { input: PriceCell | null; output: PriceCell | null } {
  const tokens = (rate: string | undefined): PriceCell | null =>
    rate === undefined ? null : { amount: formatPerMillion(rate), unit: 'per M tokens' }
  return { input: tokens(pricing.prompt), output: outputOf(pricing) ?? tokens(pricing.completion) }
}

function outputOf({ image, video_token: video }: Pricing): PriceCell | null {
  if (video !== undefined) return { amount: formatPerMillion(video), unit: 'per M tokens' }
  if (!image) return null
  const from = formatCost(image.low)
  const to = formatCost(image.high)
  return { amount: from === to ? from : `${from} – ${to}`, unit: 'per picture' }
}
