import { clipCost } from '@/components/catalog/models/clip-price'
import { priceColumns, variantsOf } from '@/components/catalog/models/price'
import {
  type ListedModel,
  type Modality,
  type ModelRoute,
  VideoCapabilities,
} from '@/lib/catalog/models/schema'
import { formatMoney, formatPerMillion } from '@/lib/client/format/money'
import { durationsOf } from '@/lib/media/videos/limits'

/** A model at one of its providers. */
export type PriceRow = { model: ListedModel; route: ModelRoute }

/** All routes of the models of a kind, by model name and then in the order in which they are tried. */
export function priceRows(models: readonly ListedModel[], modality: Modality): PriceRow[] {
  return models
    .filter((model) => model.modality === modality)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .flatMap((model) => model.routes.map((route) => ({ model, route })))
}

/** A column of prices; null where a route has no such price. */
type PriceColumn = { id: string; name: string; of: (row: PriceRow) => string | null }

const perMillion = (rate: string | undefined) => (rate === undefined ? null : formatPerMillion(rate))
const each = (rate: string | undefined) => (rate === undefined ? null : formatMoney(rate, 'exact'))

const input: PriceColumn = { id: 'input', name: 'Input', of: ({ route }) => perMillion(route.pricing.prompt) }
const output: PriceColumn = {
  id: 'output',
  name: 'Output',
  of: ({ route }) => perMillion(route.pricing.completion),
}

const request: PriceColumn = {
  id: 'request',
  name: 'Request',
  of: ({ route }) => each(route.pricing.request),
}

export const priceColumnsOf: Record<Modality, { unit: string; columns: readonly PriceColumn[] }> = {
  chat: {
    unit: 'USD per million tokens',
    columns: [
      input,
      {
        id: 'cached',
        name: 'Cached input',
        of: ({ route }) => perMillion(route.pricing.cached_prompt),
      },
      output,
    ],
  },
  image: {
    unit: 'USD per image by quality, or per million tokens',
    columns: [
      { id: 'low', name: 'Low', of: ({ route }) => each(route.pricing.image?.low) },
      { id: 'medium', name: 'Medium', of: ({ route }) => each(route.pricing.image?.medium) },
      { id: 'high', name: 'High', of: ({ route }) => each(route.pricing.image?.high) },
      { ...input, name: 'Input tokens' },
      { ...output, name: 'Output tokens' },
    ],
  },
  video: {
    unit: 'USD per million video tokens or per second, and the most that a clip costs',
    columns: [
      { id: 'tokens', name: 'Per million tokens', of: ({ route }) => perMillion(route.pricing.video_token) },
      { id: 'second', name: 'Per second', of: secondPrice },
      { id: 'clip', name: '5 s at 720p, 16:9', of: clipPrice },
    ],
  },
  speech: {
    unit: 'USD per million characters, or per million tokens',
    columns: [
      {
        id: 'characters',
        name: 'Per million characters',
        of: ({ route }) => perMillion(route.pricing.character),
      },
      { ...input, name: 'Input tokens' },
      { ...output, name: 'Output tokens' },
    ],
  },
  transcription: {
    unit: 'USD per second, or per million tokens',
    columns: [
      { id: 'second', name: 'Per second', of: ({ route }) => each(route.pricing.audio_second) },
      { ...input, name: 'Input tokens' },
      { ...output, name: 'Output tokens' },
    ],
  },
  embedding: { unit: 'USD per million tokens', columns: [input] },
  moderation: { unit: 'USD per million tokens; free where there is no price', columns: [input] },
  rerank: { unit: 'USD per million tokens, or per request', columns: [input, request] },
}

/** From the cheapest to the most expensive resolution, with or without audio. */
function secondPrice({ route: { pricing } }: PriceRow): string | null {
  if (pricing.video_second === undefined || pricing.video_token !== undefined) return null
  return priceColumns(pricing).output?.amount ?? null
}

/** The cost of five seconds at 720p without audio; null for models that cannot make that. */
function clipPrice({ model, route }: PriceRow): string | null {
  const able = VideoCapabilities.safeParse(model.capabilities).data
  if (!able || !canMake(able, 5)) return null
  const clip = {
    ratio: '16:9',
    resolution: '720p',
    duration: 5,
    hasReferenceVideo: false,
    hasAudio: false,
  } as const
  const cost = clipCost(clip, able, route.pricing)
  return cost && formatMoney(cost.usd.toFixed(4), 'sum')
}

function canMake(able: VideoCapabilities, seconds: number): boolean {
  const choices = durationsOf(able, '720p')
  if (!able.resolutions.includes('720p')) return false
  return choices?.includes(seconds) ?? (able.min_seconds <= seconds && able.max_seconds >= seconds)
}

/** A price that few models have: `Cache write $3.75`. */
type PriceExtra = { name: string; amount: string }

/** Prices without a column, because most rows would be empty there. Free ones are left out. */
export function priceExtras({ model, route: { pricing } }: PriceRow): PriceExtra[] {
  const tokens = (name: string, rate: string | undefined) => extra(name, rate, formatPerMillion)
  return [
    // Chat has a column for it.
    ...(model.modality === 'chat' ? [] : tokens('Cached input', pricing.cached_prompt)),
    ...tokens('Cache write', pricing.cache_write),
    ...tokens('Cache write (1 h)', pricing.cache_write_1h),
    ...tokens('Image input', pricing.image_input),
    ...tokens('Audio input', pricing.audio_input),
    ...tokens('Cached audio input', pricing.cached_audio_input),
    ...tokens('Image output', pricing.image_output),
    ...tokens('Audio output', pricing.audio_output),
    ...variantsOf(pricing).map(({ name, rates: { prompt = '0', completion = '0' } }) => ({
      name,
      amount: `${formatPerMillion(prompt)} in, ${formatPerMillion(completion)} out per M tokens`,
    })),
    // Rerank has a column for it.
    ...(model.modality === 'rerank'
      ? []
      : extra('Request', pricing.request, (rate) => `${formatMoney(rate, 'exact')} each`)),
    ...extra('Web search', pricing.web_search, (rate) => `${formatMoney(rate, 'exact')} each`),
  ]
}

function extra(name: string, rate: string | undefined, write: (rate: string) => string): PriceExtra[] {
  return rate === undefined || Number(rate) === 0 ? [] : [{ name, amount: write(rate) }]
}
