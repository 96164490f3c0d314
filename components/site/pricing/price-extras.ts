import { formatCost, formatPerMillion } from '@/lib/client/format/money'
import type { PriceRow } from './price-rows'

/** A price that few models have: `Cache write $3.75`. */
export type PriceExtra = { name: string; amount: string }

/** What is charged besides the columns, where it costs anything. They have no columns, for most rows would be empty there. */
export function priceExtras({ model, route: { pricing } }: PriceRow): PriceExtra[] {
  const tokens = (name: string, rate: string | undefined) => extra(name, rate, formatPerMillion)
  return [
    // Chat has a column of it.
    ...(model.modality === 'chat' ? [] : tokens('Cached input', pricing.cached_prompt)),
    ...tokens('Cache write', pricing.cache_write),
    ...tokens('Cache write, an hour', pricing.cache_write_1h),
    ...tokens('Sound output', pricing.audio_output),
    ...Object.entries(pricing.service_tier ?? {}).map(([tier, { prompt, completion }]) => ({
      name: `Tier ${tier}`,
      amount: `${formatPerMillion(prompt)} in, ${formatPerMillion(completion)} out`,
    })),
    ...extra('Request', pricing.request, formatCost),
    ...extra('Web search', pricing.web_search, (rate) => `${formatCost(rate)} each`),
  ]
}

function extra(name: string, rate: string | undefined, write: (rate: string) => string): PriceExtra[] {
  return rate === undefined || Number(rate) === 0 ? [] : [{ name, amount: write(rate) }]
}
