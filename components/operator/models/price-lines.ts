import {
  formatRate,
  isPerRequest,
  type RateName,
  rateIn,
  rateNames,
  rates,
  variantRates,
  variantsOf,
} from '@/components/catalog/models/price'
import type { Modality, Pricing } from '@/lib/catalog/models/schema'
import { formatMoney, formatPerMillion } from '@/lib/client/format/money'

/** The rates by which models of each modality are billed. */
export const ratesOf: Readonly<Record<Modality, readonly RateName[]>> = {
  chat: [...variantRates, 'request', 'web_search'],
  embedding: ['prompt', 'request'],
  moderation: ['prompt', 'request'],
  rerank: ['prompt', 'request'],
  image: [
    'image.low',
    'image.medium',
    'image.high',
    'prompt',
    'image_input',
    'cached_prompt',
    'completion',
    'image_output',
    'request',
  ],
  speech: ['character', 'prompt', 'completion', 'request'],
  transcription: ['audio_second', 'prompt', 'audio_input', 'completion', 'request'],
  video: [
    'video_token',
    'video_second.480p',
    'video_second.480p_audio',
    'video_second.720p',
    'video_second.720p_audio',
    'video_second.1080p',
    'video_second.1080p_audio',
    'request',
  ],
}

export type PriceLine = {
  label: string
  amount: string
  unit: string
  /** The provider's cost and the margin; null where the cost equals the price. */
  cost: { amount: string; margin: string } | null
}

/** A price and its variants, rate by rate. The cost of a variant that the provider does not have is its plain one. */
export function priceLines(pricing: Pricing, costs: Pricing | null = null): PriceLine[] {
  const charged = costs && variantsOf(costs)
  return [
    ...linesOf(pricing, costs),
    ...variantsOf(pricing).flatMap(({ name, rates: own }) =>
      linesOf(own, charged && (charged.find((one) => one.name === name)?.rates ?? costs)).map((line) => ({
        ...line,
        label: `${line.label} (${name})`,
      })),
    ),
  ]
}

/** Free rates are left out unless all are free. */
function linesOf(pricing: Pricing, costs: Pricing | null): PriceLine[] {
  const all = rateNames.flatMap((name) => {
    const rate = rateIn(pricing, name)
    if (rate === undefined) return []
    const { label, unit } = rates[name]
    const charged = costs && (rateIn(costs, name) ?? impliedRate(costs, name))
    const cost =
      charged === null ? null : { amount: formatRate(name, charged), margin: marginOf(rate, charged) }
    return [{ label, amount: formatRate(name, rate), unit, cost }]
  })
  const priced = all.filter(({ amount }) => /[1-9]/.test(amount))
  return priced.length > 0 ? priced : all
}

const fromPrompt: readonly RateName[] = ['cached_prompt', 'cache_write', 'image_input', 'audio_input']

/** What is billed where a price lacks the rate. */
function impliedRate(pricing: Pricing, name: RateName): string {
  if (name === 'cache_write_1h') return pricing.cache_write ?? pricing.prompt ?? '0'
  if (name === 'cached_audio_input')
    return pricing.audio_input ?? pricing.cached_prompt ?? pricing.prompt ?? '0'
  if (fromPrompt.includes(name)) return pricing.prompt ?? '0'
  return (name === 'audio_output' || name === 'image_output' ? pricing.completion : undefined) ?? '0'
}

/** The share of a price that is not paid to the provider: `25%`. */
export function marginOf(price: string, cost: string): string {
  if (Number(price) === 0) return '–'
  const percent = Math.round((1 - Number(cost) / Number(price)) * 1000) / 10
  return `${percent < 0 ? '−' : ''}${Math.abs(percent)}%`
}

/** A price in one line: `$0.15 in, $0.60 out per M tokens`. */
export function priceInShort(pricing: Pricing): string {
  const { prompt, completion, image, video_token, video_second, character, audio_second } = pricing
  if (image) return `${spanOf([image.low, image.high])} per image`
  if (video_token !== undefined) return `${formatPerMillion(video_token)} per M tokens`
  if (video_second) return `${spanOf(Object.values(video_second))} per second`
  if (character !== undefined) return `${formatPerMillion(character)} per M characters`
  if (audio_second !== undefined) return `${formatMoney(audio_second, 'exact')} per second`
  const input = prompt === undefined ? [] : [`${formatPerMillion(prompt)} in`]
  const output = completion === undefined ? [] : [`${formatPerMillion(completion)} out`]
  if (isPerRequest(pricing)) return `${formatMoney(pricing.request, 'exact')} per request`
  const tokens = [...input, ...output].join(', ')
  return tokens === '' ? 'Free' : `${tokens} per M tokens`
}

/** Lowest to highest: `$0.01 – $0.17`. */
function spanOf(given: readonly (string | undefined)[]): string {
  const rates = given.filter((rate) => rate !== undefined).sort((a, b) => Number(a) - Number(b))
  return [...new Set([rates.at(0), rates.at(-1)].map((rate) => formatMoney(rate ?? '0', 'exact')))].join(
    ' – ',
  )
}
