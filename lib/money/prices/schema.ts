import { z } from 'zod'
import { UsdString } from '@/lib/money/ledger/schema'
import { recordOf } from './measures'

const BillLine = z.object({
  item: z.string(),
  quantity: z.number(),
  unit_price: z.string(),
  amount: UsdString,
})

/** The lines that make up a cost. */
export const Bill = z.object({
  lines: z.array(BillLine),
  total: UsdString,
  price_version: z.number().int().nullable(),
  /** True: sent with the customer's own provider key; unit prices are only the platform fee. */
  own_key: z.boolean(),
  usage_source: z.enum(['upstream', 'estimated', 'none']),
})
export type Bill = z.infer<typeof Bill>

/** A rate: below a billion dollars, at most fifteen decimals. */
export const ratePattern = /^\d{1,9}(?:\.\d{1,15})?$/
/** A rate per second: at most twelve decimals, so that a millisecond has an exact price. */
export const secondRatePattern = /^\d{1,9}(?:\.\d{1,12})?$/

const Rate = z.string().regex(ratePattern, 'must be a decimal string in USD, such as "0.0000015"')

const SecondRate = z
  .string()
  .regex(secondRatePattern, 'must be a decimal string in USD, such as "0.10"')
  .optional()

/** Rates per second of video: by resolution, with `_audio` where audio has another price. */
export const videoRates = ['480p', '720p', '1080p', '480p_audio', '720p_audio', '1080p_audio'] as const
export type VideoRate = (typeof videoRates)[number]

const tokenRates = {
  cached_prompt: Rate.optional(),
  cache_write: Rate.optional(),
  cache_write_1h: Rate.optional(),
}

/** Token rates of a service tier. An absent rate does not default to the standard tier's. */
const TierPricing = z.strictObject({
  prompt: Rate,
  completion: Rate,
  ...tokenRates,
  audio_output: Rate.optional(),
})

const tierName = z
  .string()
  .regex(/^(?!(?:auto|default)$)[a-z][a-z0-9_-]{0,31}$/, 'must be a service tier other than auto and default')

/** A route's rates, as decimal strings in USD. */
export const Pricing = z.object({
  prompt: Rate.optional(),
  completion: Rate.optional(),
  ...tokenRates,
  image: z.strictObject({ low: Rate, medium: Rate, high: Rate }).optional(),
  video_token: Rate.optional(),
  video_second: z.strictObject(recordOf(videoRates, () => SecondRate)).optional(),
  /** Text to speech: per Unicode code point of the input. */
  character: Rate.optional(),
  /** Transcriptions: per second of audio. */
  audio_second: SecondRate,
  request: Rate.optional(),
  web_search: Rate.optional(),
  audio_output: Rate.optional(),
  service_tier: z.record(tierName, TierPricing).optional(),
})
