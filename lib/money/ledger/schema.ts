import { z } from 'zod'
import { itemsReply, queryNumber } from '@/lib/platform/fields'

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

export const EntriesQuery = z.object({
  limit: queryNumber(1, 100, 20),
  offset: queryNumber(0, 1_000_000_000, 0),
  /** In place of an offset: the `next_cursor` of the page before. */
  cursor: z
    .string()
    .regex(/^\d{0,9}$/, 'must be one that this list gave out')
    .default(''),
})

export type EntriesQuery = z.output<typeof EntriesQuery>

/** Credits and debits of a balance other than charges for requests, which the usage rows list. */
export const BalanceEntryKind = z.enum(['purchase', 'refund', 'dispute', 'grant', 'trial', 'adjustment'])

export const BalanceEntry = z.object({
  id: z.string(),
  /** `grant`: free credit; `trial`: what an account begins with; `adjustment`: by an operator; `refund` and `dispute`: of what was bought, either way. */
  kind: BalanceEntryKind,
  /** Below zero: out of the balance. */
  amount: UsdString,
  currency: z.literal('USD'),
  /** The order that it belongs to; null: none. */
  order_id: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type BalanceEntry = z.infer<typeof BalanceEntry>

/** What every counted list says besides its items. */
export const counted = { total: z.int(), limit: z.int(), offset: z.int() }

export const EntriesReply = itemsReply(BalanceEntry).extend(counted)
export type EntriesReply = z.infer<typeof EntriesReply>
