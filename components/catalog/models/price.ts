import type { Modality, Pricing, VideoCapabilities } from '@/lib/catalog/models/schema'
import { formatMoney, formatPerMillion } from '@/lib/client/format/money'
import { mostVideoSeconds, mostVideoTokens } from '@/lib/media/videos/limits'
import type { VideoRecord } from '@/lib/media/videos/schema'

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

function inputOf({ character, audio_second: second }: Pricing): PriceCell | null {
  if (character !== undefined) return { amount: formatPerMillion(character), unit: 'per M characters' }
  return second === undefined ? null : { amount: formatMoney(second, 'exact'), unit: 'per second' }
}

function outputOf({ image, video_token: video, video_second: seconds }: Pricing): PriceCell | null {
  if (seconds !== undefined && video === undefined) return range(secondRates(seconds), 'per second')
  if (video !== undefined) return { amount: formatPerMillion(video), unit: 'per M tokens' }
  if (!image) return null
  return range([image.low, image.high], 'per image')
}

/** Lowest first. */
function secondRates(seconds: NonNullable<Pricing['video_second']>): string[] {
  const given = Object.values(seconds).filter((rate) => rate !== undefined)
  return given.sort((a, b) => Number(a) - Number(b))
}

function range(rates: readonly string[], unit: string): PriceCell | null {
  const [first] = rates
  const last = rates.at(-1)
  if (first === undefined || last === undefined) return null
  const [from, to] = [formatMoney(first, 'exact'), formatMoney(last, 'exact')]
  return { amount: from === to ? from : `${from} – ${to}`, unit }
}

/** One line of a price: what is billed, the amount and its unit. */
export type PriceLine = { item: string; amount: string; unit: string }

const perMillion = 'per million tokens'

/** All rates of a price, in the order of a bill. */
export function priceLines(pricing: Pricing): PriceLine[] {
  const lines: PriceLine[] = []
  const tokens = (item: string, rate: string | undefined) => {
    if (rate !== undefined) lines.push({ item, amount: formatPerMillion(rate), unit: perMillion })
  }
  tokens('Input', pricing.prompt)
  tokens('Cached input', pricing.cached_prompt)
  tokens('Cache write', pricing.cache_write)
  tokens('Cache write, 1 hour', pricing.cache_write_1h)
  tokens('Output', pricing.completion)
  tokens('Audio output', pricing.audio_output)
  if (pricing.image) {
    const { low, medium, high } = pricing.image
    for (const [item, rate] of [
      ['Low quality', low],
      ['Medium quality', medium],
      ['High quality', high],
    ] as const)
      lines.push({ item, amount: formatMoney(rate, 'exact'), unit: 'per image' })
  }
  tokens('Video', pricing.video_token)
  for (const { rate, name } of videoSeconds) {
    const amount = pricing.video_second?.[rate]
    if (amount !== undefined)
      lines.push({ item: `Video, ${name}`, amount: formatMoney(amount, 'exact'), unit: 'per second' })
  }
  if (pricing.character !== undefined)
    lines.push({ item: 'Text', amount: formatPerMillion(pricing.character), unit: 'per million characters' })
  if (pricing.audio_second !== undefined)
    lines.push({ item: 'Audio', amount: formatMoney(pricing.audio_second, 'exact'), unit: 'per second' })
  if (pricing.request !== undefined && Number(pricing.request) > 0)
    lines.push({ item: 'Request', amount: formatMoney(pricing.request, 'exact'), unit: 'per request' })
  if (pricing.web_search !== undefined && Number(pricing.web_search) > 0)
    lines.push({ item: 'Web search', amount: formatMoney(pricing.web_search, 'exact'), unit: 'per search' })
  for (const [tier, { prompt, completion }] of Object.entries(pricing.service_tier ?? {})) {
    tokens(`Input, tier ${tier}`, prompt)
    tokens(`Output, tier ${tier}`, completion)
  }
  return lines
}

/** USD for a million input tokens, a medium-quality image, a second of video, a million characters or a minute of audio. */
type MainPrice = { unit: 'tokens' | 'image' | 'video-seconds' | 'characters' | 'minutes'; usd: number }

const MILLION = 1_000_000
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

function videoPrice({ video_token, video_second }: Pricing): MainPrice | null {
  if (video_token !== undefined)
    return { unit: 'video-seconds', usd: Number(video_token) * TOKENS_PER_SECOND }
  const second = video_second?.['720p'] ?? video_second?.['480p'] ?? video_second?.['1080p']
  return second === undefined ? null : { unit: 'video-seconds', usd: Number(second) }
}

type Clip = Pick<VideoRecord['settings'], 'ratio' | 'resolution' | 'duration'> & {
  hasReferenceVideo: boolean
  hasAudio: boolean
}

/** The maximum cost of a clip and the quantity it is billed by. An estimate, not for billing. */
type ClipCost = { usd: number; counted: { unit: 'tokens' | 'seconds'; quantity: number } }

/** Null where the price has no rate for such a clip. */
export function clipCost(clip: Clip, able: VideoCapabilities, pricing: Pricing): ClipCost | null {
  const asked = { ...clip, frames: null }
  const request = Number(pricing.request ?? 0)
  if (pricing.video_token !== undefined) {
    const quantity = mostVideoTokens(asked, able)
    return { usd: quantity * Number(pricing.video_token) + request, counted: { unit: 'tokens', quantity } }
  }
  const rate = secondRate(pricing, clip.resolution, clip.hasAudio || able.always_audio)
  if (rate === undefined) return null
  const quantity = mostVideoSeconds(asked, able)
  return { usd: quantity * Number(rate) + request, counted: { unit: 'seconds', quantity } }
}

function secondRate(
  { video_second: rates }: Pricing,
  resolution: Clip['resolution'],
  hasAudio: boolean,
): string | undefined {
  return (hasAudio ? rates?.[`${resolution}_audio`] : undefined) ?? rates?.[resolution]
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
