import { clipCost, priceColumns } from '@/components/catalog/models/price'
import {
  type ListedModel,
  type Modality,
  type ModelRoute,
  VideoCapabilities,
} from '@/lib/catalog/models/schema'
import { formatMoney, formatPerMillion } from '@/lib/client/format/money'
import { durationsOf } from '@/lib/media/videos/limits'

/** A model at one of those who serve it. */
export type PriceRow = { model: ListedModel; route: ModelRoute }

/** Every way to serve the models of a kind, by name and then in the order in which they are tried. */
export function priceRows(models: readonly ListedModel[], modality: Modality): PriceRow[] {
  return models
    .filter((model) => model.modality === modality)
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
    .flatMap((model) => model.routes.map((route) => ({ model, route })))
}

/** Columns of prices; null where the price does not speak of it. */
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
    unit: 'USD per picture, by quality; or per million tokens where a model counts those',
    columns: [
      { id: 'low', name: 'Low', of: ({ route }) => each(route.pricing.image?.low) },
      { id: 'medium', name: 'Medium', of: ({ route }) => each(route.pricing.image?.medium) },
      { id: 'high', name: 'High', of: ({ route }) => each(route.pricing.image?.high) },
      { ...input, name: 'Input tokens' },
      { ...output, name: 'Output tokens' },
    ],
  },
  video: {
    unit: 'USD per million video tokens or per second, and what a clip comes to at most',
    columns: [
      { id: 'tokens', name: 'A million tokens', of: ({ route }) => perMillion(route.pricing.video_token) },
      { id: 'second', name: 'A second', of: secondPrice },
      { id: 'clip', name: '5 s at 720p, 16:9', of: clipPrice },
    ],
  },
  speech: {
    unit: 'USD per million characters, or per million tokens where a model counts those',
    columns: [
      {
        id: 'characters',
        name: 'A million characters',
        of: ({ route }) => perMillion(route.pricing.character),
      },
      { ...input, name: 'Input tokens' },
      { ...output, name: 'Output tokens' },
    ],
  },
  transcription: {
    unit: 'USD per second, or per million tokens where a model counts those',
    columns: [
      { id: 'second', name: 'A second', of: ({ route }) => each(route.pricing.audio_second) },
      { ...input, name: 'Input tokens' },
      { ...output, name: 'Output tokens' },
    ],
  },
  embedding: { unit: 'USD per million tokens', columns: [input] },
  moderation: { unit: 'USD per million tokens; nothing where there is no price', columns: [input] },
  rerank: { unit: 'USD per million tokens, or per request', columns: [input, request] },
}

/** From the cheapest to the most expensive of its resolutions, with sound or without. */
function secondPrice({ route: { pricing } }: PriceRow): string | null {
  if (pricing.video_second === undefined || pricing.video_token !== undefined) return null
  return priceColumns(pricing).output?.amount ?? null
}

/** Of five seconds in 720p without sound; null for models that make none. */
function clipPrice({ model, route }: PriceRow): string | null {
  const able = VideoCapabilities.safeParse(model.capabilities).data
  if (!able || !films(able, 5)) return null
  const clip = {
    ratio: '16:9',
    resolution: '720p',
    duration: 5,
    hasReferenceVideo: false,
    hasAudio: false,
  } as const
  const cost = clipCost(clip, able, route.pricing)
  return cost && formatMoney(cost.usd.toFixed(4), 'exact')
}

function films(able: VideoCapabilities, seconds: number): boolean {
  const choices = durationsOf(able, '720p')
  if (!able.resolutions.includes('720p')) return false
  return choices?.includes(seconds) ?? (able.min_seconds <= seconds && able.max_seconds >= seconds)
}

/** A price that few models have: `Cache write $3.75`. */
type PriceExtra = { name: string; amount: string }

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
    ...extra('Request', pricing.request, (rate) => formatMoney(rate, 'exact')),
    ...extra('Web search', pricing.web_search, (rate) => `${formatMoney(rate, 'exact')} each`),
  ]
}

function extra(name: string, rate: string | undefined, write: (rate: string) => string): PriceExtra[] {
  return rate === undefined || Number(rate) === 0 ? [] : [{ name, amount: write(rate) }]
}
