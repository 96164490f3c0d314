import type { Pricing } from '@/lib/catalog/schema'
import { formatCost, formatPerMillion } from '@/lib/client/format/money'
import { videoSeconds } from './video-seconds'

/** A price in words: what is counted, how much it costs, and by what measure. */
export type PriceLine = { item: string; amount: string; unit: string }

const perMillion = 'per million tokens'

/** All of a pricing, in the order in which a bill would list it. */
export function priceLines(pricing: Pricing): PriceLine[] {
  const lines: PriceLine[] = []
  const tokens = (item: string, rate: string | undefined) => {
    if (rate !== undefined) lines.push({ item, amount: formatPerMillion(rate), unit: perMillion })
  }
  tokens('Input', pricing.prompt)
  tokens('Cached input', pricing.cached_prompt)
  tokens('Cache write', pricing.cache_write)
  tokens('Cache write, an hour', pricing.cache_write_1h)
  tokens('Output', pricing.completion)
  tokens('Sound output', pricing.audio_output)
  if (pricing.image) {
    const { low, medium, high } = pricing.image
    for (const [item, rate] of [
      ['Low quality', low],
      ['Medium quality', medium],
      ['High quality', high],
    ] as const)
      lines.push({ item, amount: formatCost(rate), unit: 'per picture' })
  }
  tokens('Video', pricing.video_token)
  for (const { rate, name } of videoSeconds) {
    const amount = pricing.video_second?.[rate]
    if (amount !== undefined)
      lines.push({ item: `Video, ${name}`, amount: formatCost(amount), unit: 'per second' })
  }
  if (pricing.request !== undefined && Number(pricing.request) > 0)
    lines.push({ item: 'Request', amount: formatCost(pricing.request), unit: 'per request' })
  if (pricing.web_search !== undefined && Number(pricing.web_search) > 0)
    lines.push({ item: 'Web search', amount: formatCost(pricing.web_search), unit: 'per search' })
  for (const [tier, { prompt, completion }] of Object.entries(pricing.service_tier ?? {})) {
    tokens(`Input, tier ${tier}`, prompt)
    tokens(`Output, tier ${tier}`, completion)
  }
  return lines
}
