import { z } from 'zod'

/**
 * Billing: what a customer has and what moves it. One append-only ledger books every movement between two accounts; a
 * balance is the sum of its entries. A paid request opens a hold (its worst case) and ends in one settle or release.
 * Credit comes from orders: a package is paid for by a checkout, and the order follows the state of its payment.
 */

/** USD with six to nine decimals: `"12.340000"`. */
export const UsdString = z.string().regex(/^-?\d+\.\d{6,9}$/)

const notAnAmount = 'must be an amount in USD, 0 or more, with at most nine decimals'

/** An amount in USD that a caller gives, as a decimal string or a number. */
export const UsdAmount = z.union(
  [
    z.string().regex(/^\d{1,9}(\.\d{1,9})?$/, notAnAmount),
    z
      .number()
      .min(0, notAnAmount)
      .max(999_999_999, notAnAmount)
      .refine((usd) => Number(usd.toFixed(9)) === usd, notAnAmount)
      .transform((usd) => usd.toFixed(9)),
  ],
  { error: notAnAmount },
)

export const BalanceReply = z.object({
  currency: z.literal('USD'),
  /** Credit less what was spent; may be below zero after a charge-back. */
  balance: UsdString,
  /** Set aside for requests and tasks that still run. */
  held: UsdString,
  /** What can be spent now: balance less held. */
  available: UsdString,
  total_purchased: UsdString,
  total_used: UsdString,
  updated_at: z.iso.datetime(),
})
export type BalanceReply = z.infer<typeof BalanceReply>

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

/** What a second of video costs, by its resolution; `_audio` where one with sound costs something else. */
const VideoSecondPricing = z.strictObject({
  '480p': SecondRate,
  '720p': SecondRate,
  '1080p': SecondRate,
  '480p_audio': SecondRate,
  '720p_audio': SecondRate,
  '1080p_audio': SecondRate,
})

/** What tokens cost in a tier of service that has prices of its own: all of them, for an absent rate does not default to the plain tier's. */
const TierPricing = z.strictObject({
  prompt: Rate,
  completion: Rate,
  cached_prompt: Rate.optional(),
  cache_write: Rate.optional(),
  cache_write_1h: Rate.optional(),
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
  cached_prompt: Rate.optional(),
  cache_write: Rate.optional(),
  cache_write_1h: Rate.optional(),
  image: z.strictObject({ low: Rate, medium: Rate, high: Rate }).optional(),
  video_token: Rate.optional(),
  video_second: VideoSecondPricing.optional(),
  /** Of a text that is read aloud; characters are Unicode code points. */
  character: Rate.optional(),
  /** Of transcribed sound. */
  audio_second: SecondRate,
  request: Rate.optional(),
  web_search: Rate.optional(),
  audio_output: Rate.optional(),
  service_tier: z.record(tierName, TierPricing).optional(),
})

/**
 * What a caller may use. A customer: `limit` is `used + held + remaining`. A key with a limit: that limit, and what was
 * used and is held of it; `remaining` is less where the customer's credit ends sooner.
 */
export const QuotaReply = z.object({
  plan: z.string(),
  unit: z.literal('USD'),
  limit: UsdString,
  used: UsdString,
  held: UsdString,
  /** Below zero after a charge-back of credit that was spent. */
  remaining: UsdString,
  /** When a key's limit resets; null: never. Credit does not expire. */
  resets_at: z.iso.datetime().nullable(),
  unlimited: z.boolean(),
})
export type QuotaReply = z.infer<typeof QuotaReply>
