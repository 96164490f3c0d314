import { z } from 'zod'
import { ratePattern } from './price'

/**
 * Billing: what a customer has and what moves it. One append-only ledger books every movement between two accounts;
 * a balance is the sum of its entries. A paid request takes a hold (its worst case) and ends in one settle or release.
 */

/** USD with six to nine decimals: `"12.340000"`. */
export const UsdString = z.string().regex(/^-?\d+\.\d{6,9}$/)

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

export const BillLine = z.object({
  item: z.string(),
  quantity: z.number(),
  unit_price: z.string(),
  amount: UsdString,
})

/** How a cost came about. */
export const Bill = z.object({
  lines: z.array(BillLine),
  total: UsdString,
  price_version: z.number().int().nullable(),
  usage_source: z.enum(['upstream', 'estimated', 'none']),
})
export type Bill = z.infer<typeof Bill>

const Rate = z.string().regex(ratePattern, 'must be a decimal string in USD, such as "0.0000015"')

/** What a route's units cost, as decimal strings in USD. */
export const Pricing = z.object({
  prompt: Rate.optional(),
  completion: Rate.optional(),
  cached_prompt: Rate.optional(),
  image: z.object({ low: Rate, medium: Rate, high: Rate }).optional(),
  video_token: Rate.optional(),
  request: Rate.optional(),
})
