import type { Pricing } from '@/lib/catalog/schema'
import { formatCost, formatPerMillion } from '@/lib/client/format/money'

export type PriceCell = { amount: string; unit: string }

/** A pricing in two columns of a dense list: what goes in and what comes out. */
export function priceColumns(pricing: Pricing): { input: PriceCell | null; output: PriceCell | null } {
  const tokens = (rate: string | undefined): PriceCell | null =>
    rate === undefined ? null : { amount: formatPerMillion(rate), unit: 'per M tokens' }
  return { input: tokens(pricing.prompt), output: outputOf(pricing) ?? tokens(pricing.completion) }
}

function outputOf({ image, video_token: video, video_second: seconds }: Pricing): PriceCell | null {
  if (seconds !== undefined && video === undefined) return range(secondRates(seconds), 'per second')
  if (video !== undefined) return { amount: formatPerMillion(video), unit: 'per M tokens' }
  if (!image) return null
  return range([image.low, image.high], 'per picture')
}

/** The cheapest first. */
function secondRates(seconds: NonNullable<Pricing['video_second']>): string[] {
  const given = Object.values(seconds).filter((rate) => rate !== undefined)
  return given.sort((a, b) => Number(a) - Number(b))
}

function range(rates: readonly string[], unit: string): PriceCell | null {
  const [first] = rates
  const last = rates.at(-1)
  if (first === undefined || last === undefined) return null
  const [from, to] = [formatCost(first), formatCost(last)]
  return { amount: from === to ? from : `${from} – ${to}`, unit }
}
