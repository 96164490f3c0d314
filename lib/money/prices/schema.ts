import { z } from 'zod'
import { UsdString } from '@/lib/money/ledger/schema'
import { recordOf } from './measures'

const BillLine = z.object({
  item: z.string(),
  quantity: z.number(),
  unit_price: z.string(),
  amount: UsdString,
})

/** How a cost is made up. */
export const Bill = z.object({
  lines: z.array(BillLine),
  total: UsdString,
  price_version: z.number().int().nullable(),
  /** True: the customer's own key was used, and unit prices are the platform fee on what they would have been. */
  own_key: z.boolean(),
  usage_source: z.enum(['upstream', 'estimated', 'none']),
})
export type Bill = z.infer<typeof Bill>

/** The form of every decimal in a price: dollars below a billion, at most fifteen decimals. */
export const ratePattern = /^\d{1,9}(?:\.\d{1,15})?$/
/** Of a price by the second: at most twelve decimals, so that each thousandth of a second has an exact price. */
export const secondRatePattern = /^\d{1,9}(?:\.\d{1,12})?$/

const Rate = z.string().regex(ratePattern, 'must be a decimal string in USD, such as "0.0000015"')

const SecondRate = z
  .string()
  .regex(secondRatePattern, 'must be a decimal string in USD, such as "0.10"')
  .optional()

/** What a second of video is billed at: its resolution, and `_audio` where one with sound costs something else. */
export const videoRates = ['480p', '720p', '1080p', '480p_audio', '720p_audio', '1080p_audio'] as const
export type VideoRate = (typeof videoRates)[number]

const tokenRates = {
  cached_prompt: Rate.optional(),
  cache_write: Rate.optional(),
  cache_write_1h: Rate.optional(),
}

/** What tokens cost in a tier of service that has prices of its own: all of them, for an absent rate does not default to the plain tier's. */
const TierPricing = z.strictObject({
  prompt: Rate,
  completion: Rate,
  ...tokenRates,
  audio_output: Rate.optional(),
})

const tierName = z
  .string()
  .regex(
    /^(?!(?:auto|default)$)[a-z][a-z0-9_-]{0,31}$/,
    'must be a tier of service other than auto and default',
  )

/** What a route's units cost, as decimal strings in USD. */
export const Pricing = z.object({
  prompt: Rate.optional(),
  completion: Rate.optional(),
  ...tokenRates,
  image: z.strictObject({ low: Rate, medium: Rate, high: Rate }).optional(),
  video_token: Rate.optional(),
  video_second: z.strictObject(recordOf(videoRates, () => SecondRate)).optional(),
  /** Of a text that is read aloud; characters are Unicode code points. */
  character: Rate.optional(),
  /** Of transcribed sound. */
  audio_second: SecondRate,
  request: Rate.optional(),
  web_search: Rate.optional(),
  audio_output: Rate.optional(),
  service_tier: z.record(tierName, TierPricing).optional(),
})
