import { z } from 'zod'
import { isTimeZone } from '@/lib/client/format/time'
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
  /** What multiplied the rates of the price: a price group, a batch or the platform fee; null: 1. */
  price_factor: z.number().nullable(),
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
  /** Read from a cache; default `prompt`. */
  cached_prompt: Rate.optional(),
  /** Written to a cache for minutes; default `prompt`. For an hour; default `cache_write`. */
  cache_write: Rate.optional(),
  cache_write_1h: Rate.optional(),
  /** Pictures and sound in the prompt; default `prompt`. */
  image_input: Rate.optional(),
  audio_input: Rate.optional(),
  /** Sound read from a cache; default `audio_input` if there is one, else `cached_prompt`. */
  cached_audio_input: Rate.optional(),
  /** Sound and pictures in the answer; default `completion`. */
  audio_output: Rate.optional(),
  image_output: Rate.optional(),
}

/** A complete set of token rates: absent ones default within the set, never to those of a cheaper one. */
export const TokenRates = z.strictObject({ prompt: Rate, completion: Rate, ...tokenRates })

const MOST_TIERS = 10

/** By prompt length: all tokens of a request are billed at the highest tier whose threshold its prompt exceeds. */
const tiered = {
  tiers: z
    .array(TokenRates.extend({ above_prompt_tokens: z.int().min(1).max(100_000_000) }))
    .min(1)
    .max(MOST_TIERS)
    .refine(
      (tiers) =>
        tiers.every(
          (tier, at) => at === 0 || tier.above_prompt_tokens > (tiers[at - 1]?.above_prompt_tokens ?? 0),
        ),
      'must be in ascending order of above_prompt_tokens',
    )
    .optional(),
  /** Bill each token at the tier that it falls in. */
  graduated: z.boolean().optional(),
}

/** A service tier has no tiers and hours but its own. */
const ServiceTierPricing = TokenRates.extend(tiered)

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as "16:30"')

/**
 * Off-peak hours, from `from` up to `to` (the whole day if both are the same), by when a request arrived. Without tiers of their
 * own, those of the price apply.
 */
const Hours = TokenRates.extend({
  from: time,
  to: time,
  timezone: z.string().refine(isTimeZone, 'must be a time zone, such as "Asia/Shanghai"').optional(),
  /** Only on these days, 1 for Monday to 7 for Sunday. */
  weekdays: z.array(z.int().min(1).max(7)).min(1).max(7).optional(),
  ...tiered,
})

const MOST_HOURS = 10

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
  service_tier: z.record(tierName, ServiceTierPricing).optional(),
  ...tiered,
  /** Of overlapping ones, the first applies. */
  hours: z.array(Hours).min(1).max(MOST_HOURS).optional(),
})
