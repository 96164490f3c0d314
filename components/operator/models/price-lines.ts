import { videoSeconds } from '@/components/catalog/models/price'
import type { Modality, Pricing } from '@/lib/catalog/models/schema'
import { formatMoney, formatPerMillion } from '@/lib/client/format/money'

/** Rates by the second of video, and where they stand in a price. */
export const secondRates = {
  'video_second.480p': '480p',
  'video_second.480p_audio': '480p_audio',
  'video_second.720p': '720p',
  'video_second.720p_audio': '720p_audio',
  'video_second.1080p': '1080p',
  'video_second.1080p_audio': '1080p_audio',
} as const
type SecondName = keyof typeof secondRates

export function isSecond(name: RateName): name is SecondName {
  return name in secondRates
}

export const kindNames = {
  chat: 'Chat',
  embedding: 'Embeddings',
  image: 'Images',
  video: 'Videos',
  speech: 'Speech',
  transcription: 'Transcripts',
  moderation: 'Moderations',
  rerank: 'Reranking',
}

type Rate = { label: string; per: 'million' | 'piece'; unit: string }

/** One rate of a price: what it is called, and by what it counts. */
export type RateName =
  | SecondName
  | 'prompt'
  | 'completion'
  | 'cached_prompt'
  | 'cache_write'
  | 'cache_write_1h'
  | 'image.low'
  | 'image.medium'
  | 'image.high'
  | 'video_token'
  | 'request'
  | 'web_search'
  | 'audio_output'
  | 'character'
  | 'audio_second'

function perSecond(name: SecondName): Rate {
  const second = videoSeconds.find(({ rate }) => rate === secondRates[name])
  return { label: `Video, ${second?.name}`, per: 'piece', unit: 'per second' }
}

export const rates: Readonly<Record<RateName, Rate>> = {
  prompt: { label: 'Input', per: 'million', unit: 'per million tokens' },
  completion: { label: 'Output', per: 'million', unit: 'per million tokens' },
  cached_prompt: { label: 'Cached input', per: 'million', unit: 'per million tokens' },
  cache_write: { label: 'Cache write', per: 'million', unit: 'per million tokens' },
  cache_write_1h: { label: 'Cache write, an hour', per: 'million', unit: 'per million tokens' },
  'image.low': { label: 'Image, low quality', per: 'piece', unit: 'per image' },
  'image.medium': { label: 'Image, medium quality', per: 'piece', unit: 'per image' },
  'image.high': { label: 'Image, high quality', per: 'piece', unit: 'per image' },
  video_token: { label: 'Video', per: 'million', unit: 'per million tokens' },
  'video_second.480p': perSecond('video_second.480p'),
  'video_second.480p_audio': perSecond('video_second.480p_audio'),
  'video_second.720p': perSecond('video_second.720p'),
  'video_second.720p_audio': perSecond('video_second.720p_audio'),
  'video_second.1080p': perSecond('video_second.1080p'),
  'video_second.1080p_audio': perSecond('video_second.1080p_audio'),
  request: { label: 'Request', per: 'piece', unit: 'per request' },
  web_search: { label: 'Web search', per: 'piece', unit: 'per search' },
  audio_output: { label: 'Sound output', per: 'million', unit: 'per million tokens' },
  character: { label: 'Text', per: 'million', unit: 'per million characters' },
  audio_second: { label: 'Sound', per: 'piece', unit: 'per second' },
}

/** What models of a kind are billed by. */
export const ratesOf: Readonly<Record<Modality, readonly RateName[]>> = {
  chat: [
    'prompt',
    'completion',
    'cached_prompt',
    'cache_write',
    'cache_write_1h',
    'request',
    'web_search',
    'audio_output',
  ],
  embedding: ['prompt', 'request'],
  moderation: ['prompt', 'request'],
  rerank: ['prompt', 'request'],
  image: ['image.low', 'image.medium', 'image.high', 'prompt', 'completion', 'cached_prompt', 'request'],
  speech: ['character', 'prompt', 'completion', 'request'],
  transcription: ['audio_second', 'prompt', 'completion', 'request'],
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

/** The rate in a price; undefined where it has none. */
export function rateIn(pricing: Pricing, name: RateName): string | undefined {
  if (name === 'image.low') return pricing.image?.low
  if (name === 'image.medium') return pricing.image?.medium
  if (name === 'image.high') return pricing.image?.high
  return isSecond(name) ? pricing.video_second?.[secondRates[name]] : pricing[name]
}

export type PriceLine = {
  name: RateName
  label: string
  amount: string
  unit: string
  /** What the provider charges us, where that is something else, and what remains of the price. */
  cost: { amount: string; margin: string } | null
}

/** What a price says, rate by rate; what costs nothing is left out unless nothing costs anything. */
export function priceLines(pricing: Pricing, costs: Pricing | null = null): PriceLine[] {
  const all = (Object.keys(rates) as RateName[]).flatMap((name) => {
    const rate = rateIn(pricing, name)
    if (rate === undefined) return []
    const { label, per, unit } = rates[name]
    const amountOf = (value: string) =>
      per === 'million' ? formatPerMillion(value) : formatMoney(value, 'exact')
    const charged = costs && (rateIn(costs, name) ?? impliedRate(costs, name))
    const cost = charged === null ? null : { amount: amountOf(charged), margin: marginOf(rate, charged) }
    return [{ name, label, amount: amountOf(rate), unit, cost }]
  })
  const dear = all.filter(({ amount }) => /[1-9]/.test(amount))
  return dear.length > 0 ? dear : all
}

/** What a rate that is left out is billed as. */
function impliedRate(pricing: Pricing, name: RateName): string {
  if (name === 'cache_write_1h') return pricing.cache_write ?? pricing.prompt ?? '0'
  if (name === 'cached_prompt' || name === 'cache_write') return pricing.prompt ?? '0'
  return (name === 'audio_output' ? pricing.completion : undefined) ?? '0'
}

/** The part of a price that is not paid to the provider: `25 %`. */
export function marginOf(price: string, cost: string): string {
  if (Number(price) === 0) return '–'
  const percent = Math.round((1 - Number(cost) / Number(price)) * 1000) / 10
  return `${percent < 0 ? '−' : ''}${Math.abs(percent)} %`
}

/** In one line, for a list: `$0.15 in, $0.60 out`. */
export function priceInShort(pricing: Pricing): string {
  const { prompt, completion, image, video_token, video_second, character, audio_second } = pricing
  if (image) return `${spanOf([image.low, image.high])} an image`
  if (video_token !== undefined) return `${formatPerMillion(video_token)} / M tokens`
  if (video_second) return `${spanOf(Object.values(video_second))} a second`
  if (character !== undefined) return `${formatPerMillion(character)} / M characters`
  if (audio_second !== undefined) return `${formatMoney(audio_second, 'exact')} a second`
  const input = prompt === undefined ? [] : [`${formatPerMillion(prompt)} in`]
  const output = completion === undefined ? [] : [`${formatPerMillion(completion)} out`]
  return [...input, ...output].join(', ') || 'Free'
}

/** From the cheapest to the dearest: `$0.01 – $0.17`. */
function spanOf(given: readonly (string | undefined)[]): string {
  const rates = given.filter((rate) => rate !== undefined).sort((a, b) => Number(a) - Number(b))
  return [...new Set([rates.at(0), rates.at(-1)].map((rate) => formatMoney(rate ?? '0', 'exact')))].join(
    ' – ',
  )
}
