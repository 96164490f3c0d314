import type { Modality, Pricing } from '@/lib/catalog/models/schema'
import { formatMoney, formatPerMillion } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'

export type PriceCell = { amount: string; unit: string }

/** A price in two columns of a list: input and output. */
export function priceColumns(pricing: Pricing): { input: PriceCell | null; output: PriceCell | null } {
  const tokens = (rate: string | undefined): PriceCell | null =>
    rate === undefined ? null : { amount: formatPerMillion(rate), unit: 'per M tokens' }
  return {
    input: inputOf(pricing) ?? tokens(pricing.prompt),
    output: outputOf(pricing) ?? tokens(pricing.completion),
  }
}

function inputOf({ character, audio_second: second, ...others }: Pricing): PriceCell | null {
  if (character !== undefined) return { amount: formatPerMillion(character), unit: 'per M characters' }
  if (second !== undefined) return { amount: formatMoney(second, 'exact'), unit: 'per second' }
  return isPerRequest(others) ? { amount: formatMoney(others.request, 'exact'), unit: 'per request' } : null
}

/** Whether nothing but the request has a price, as reranking does. */
export function isPerRequest(pricing: Pricing): pricing is Pricing & { request: string } {
  const { request = '0', ...others } = pricing
  return Number(request) > 0 && Object.keys(others).length === 0
}

/** A price per video, whatever its length. */
function isFlat(pricing: Pricing): pricing is Pricing & { request: string } {
  const { video_second: seconds, request = '0' } = pricing
  return seconds !== undefined && Number(request) > 0 && Object.values(seconds).every((rate) => !Number(rate))
}

function outputOf(pricing: Pricing): PriceCell | null {
  const { image, video_token: video, video_second: seconds } = pricing
  if (isFlat(pricing)) return range([pricing.request], 'per video')
  if (seconds !== undefined && video === undefined)
    return range(sortRates(Object.values(seconds)), 'per second')
  if (video !== undefined) return { amount: formatPerMillion(video), unit: 'per M tokens' }
  if (!image) return null
  return range([image.low, image.high], 'per image')
}

/** Lowest first. */
function sortRates(given: readonly (string | undefined)[]): string[] {
  return given.filter((rate) => rate !== undefined).sort((a, b) => Number(a) - Number(b))
}

function range(sorted: readonly string[], unit: string): PriceCell | null {
  const [first] = sorted
  const last = sorted.at(-1)
  if (first === undefined || last === undefined) return null
  const [from, to] = [formatMoney(first, 'exact'), formatMoney(last, 'exact')]
  return { amount: from === to ? from : `${from} – ${to}`, unit }
}

type Rate = { label: string; per: 'million' | 'piece'; unit: string }

const perMillion = (label: string): Rate => ({ label, per: 'million', unit: 'per million tokens' })
const perPiece = (label: string, unit: string): Rate => ({ label, per: 'piece', unit })

/** Every rate that a price can have, in the order of a bill. */
const allRates = {
  prompt: perMillion('Input'),
  image_input: perMillion('Image input'),
  audio_input: perMillion('Audio input'),
  cached_prompt: perMillion('Cached input'),
  cached_audio_input: perMillion('Cached audio input'),
  cache_write: perMillion('Cache write'),
  cache_write_1h: perMillion('Cache write, 1 hour'),
  completion: perMillion('Output'),
  image_output: perMillion('Image output'),
  audio_output: perMillion('Audio output'),
  'image.low': perPiece('Image, low quality', 'per image'),
  'image.medium': perPiece('Image, medium quality', 'per image'),
  'image.high': perPiece('Image, high quality', 'per image'),
  video_token: perMillion('Video'),
  'video_second.480p': perPiece('Video, 480p', 'per second'),
  'video_second.480p_audio': perPiece('Video, 480p with audio', 'per second'),
  'video_second.720p': perPiece('Video, 720p', 'per second'),
  'video_second.720p_audio': perPiece('Video, 720p with audio', 'per second'),
  'video_second.1080p': perPiece('Video, 1080p', 'per second'),
  'video_second.1080p_audio': perPiece('Video, 1080p with audio', 'per second'),
  character: { label: 'Text', per: 'million', unit: 'per million characters' },
  audio_second: perPiece('Audio', 'per second'),
  request: perPiece('Request', 'per request'),
  web_search: perPiece('Web search', 'per search'),
} as const satisfies Record<string, Rate>

export type RateName = keyof typeof allRates

export const rates: Readonly<Record<RateName, Rate>> = allRates
export const rateNames = Object.keys(allRates) as RateName[]

/** The rates that tiers, service tiers and hours have. */
export const variantRates = [
  'prompt',
  'completion',
  'cached_prompt',
  'cache_write',
  'cache_write_1h',
  'image_input',
  'audio_input',
  'cached_audio_input',
  'image_output',
  'audio_output',
] as const satisfies readonly RateName[]

/** The rates per second of video, and their fields in a price. */
export const secondRates = {
  'video_second.480p': '480p',
  'video_second.480p_audio': '480p_audio',
  'video_second.720p': '720p',
  'video_second.720p_audio': '720p_audio',
  'video_second.1080p': '1080p',
  'video_second.1080p_audio': '1080p_audio',
} as const

export function isSecond(name: RateName): name is keyof typeof secondRates {
  return name in secondRates
}

/** A rate of a price; undefined where the price does not have it. */
export function rateIn(pricing: Pricing, name: RateName): string | undefined {
  if (name === 'image.low') return pricing.image?.low
  if (name === 'image.medium') return pricing.image?.medium
  if (name === 'image.high') return pricing.image?.high
  return isSecond(name) ? pricing.video_second?.[secondRates[name]] : pricing[name]
}

export function formatRate(name: RateName, rate: string): string {
  return rates[name].per === 'million' ? formatPerMillion(rate) : formatMoney(rate, 'exact')
}

/** One line of a price: what is billed, the amount and its unit. */
export type PriceLine = { item: string; amount: string; unit: string }

/** All rates of a price, in the order of a bill. */
export function priceLines(pricing: Pricing): PriceLine[] {
  const line = (name: RateName, rate: string | undefined, suffix = ''): PriceLine[] => {
    const isExtra = name === 'request' || name === 'web_search' || (isSecond(name) && isFlat(pricing))
    const isFree = isExtra && Number(rate) === 0
    if (rate === undefined || isFree) return []
    return [{ item: rates[name].label + suffix, amount: formatRate(name, rate), unit: rates[name].unit }]
  }
  const all = (rates: Pricing, suffix?: string) =>
    rateNames.flatMap((name) => line(name, rateIn(rates, name), suffix))
  return [
    ...all(pricing),
    ...variantsOf(pricing).flatMap(({ name, rates }) => all(rates, `, ${lowerFirst(name)}`)),
  ]
}

/** Token rates that apply to some requests: of longer prompts, of a service tier, or at some hours. */
export type PriceVariant = { name: string; rates: Pricing }

export function variantsOf({ tiers, service_tier, hours }: Pricing): PriceVariant[] {
  const longer = (list: Pricing['tiers'], within = ''): PriceVariant[] =>
    (list ?? []).map(({ above_prompt_tokens: above, ...rates }) => ({
      name: `${within}${within ? 'p' : 'P'}rompts over ${formatNumber(above)} tokens`,
      rates,
    }))
  const own = (name: string, { tiers: inner, ...rates }: Pricing): PriceVariant[] => [
    { name, rates },
    ...longer(inner, `${name}, `),
  ]
  return [
    ...longer(tiers),
    ...Object.entries(service_tier ?? {}).flatMap(([tier, rates]) => own(`Tier ${tier}`, rates)),
    ...(hours ?? []).flatMap(({ from, to, timezone = 'UTC', weekdays, ...rates }) =>
      own(`${weekdays ? `${daysOf(weekdays)} ` : ''}${from}–${to} ${timezone}`, rates),
    ),
  ]
}

const weekdayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** `Mon–Fri`, `Sat, Sun` */
function daysOf(given: readonly number[]): string {
  const days = [...new Set(given)].sort()
  const [first = 1, last = 1] = [days.at(0), days.at(-1)]
  const nameOf = (day: number) => weekdayNames[day - 1] ?? ''
  return days.length > 2 && last - first === days.length - 1
    ? `${nameOf(first)}–${nameOf(last)}`
    : days.map(nameOf).join(', ')
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** USD for a million input tokens, a medium-quality image, a second of video, a million characters or a minute of audio. */
type MainPrice = { unit: 'tokens' | 'image' | 'video-seconds' | 'characters' | 'minutes'; usd: number }

const MILLION = 1_000_000
const USUAL_SECONDS = 5
/** For 720p, 1280 × 720 × 24 / 1024: makes prices per token comparable with prices per second. */
const TOKENS_PER_SECOND = 21_600

/** The price by which models of a modality are sorted; null where there is none. An approximation, not for billing. */
export function mainPrice(modality: Modality, pricing: Pricing): MainPrice | null {
  if (modality === 'video') return videoPrice(pricing)
  const { character, audio_second } = pricing
  if (character !== undefined) return { unit: 'characters', usd: Number(character) * MILLION }
  if (audio_second !== undefined) return { unit: 'minutes', usd: Number(audio_second) * 60 }
  if (modality === 'image' && pricing.image) return { unit: 'image', usd: Number(pricing.image.medium) }
  const rate = modality === 'image' ? (pricing.completion ?? pricing.prompt) : pricing.prompt
  return rate === undefined ? null : { unit: 'tokens', usd: Number(rate) * MILLION }
}

function videoPrice(pricing: Pricing): MainPrice | null {
  const { video_token, video_second } = pricing
  if (isFlat(pricing)) return { unit: 'video-seconds', usd: Number(pricing.request) / USUAL_SECONDS }
  if (video_token !== undefined)
    return { unit: 'video-seconds', usd: Number(video_token) * TOKENS_PER_SECOND }
  const second = video_second?.['720p'] ?? video_second?.['480p'] ?? video_second?.['1080p']
  return second === undefined ? null : { unit: 'video-seconds', usd: Number(second) }
}

/** Rates per second of video, in display order. */
export const videoSeconds = [
  { rate: '480p', name: '480p' },
  { rate: '480p_audio', name: '480p with audio' },
  { rate: '720p', name: '720p' },
  { rate: '720p_audio', name: '720p with audio' },
  { rate: '1080p', name: '1080p' },
  { rate: '1080p_audio', name: '1080p with audio' },
] as const
