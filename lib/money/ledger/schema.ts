import { z } from 'zod'
import { itemsReply, queryNumber } from '@/lib/platform/fields'

/**
 * The ledger: one append-only list of movements between two accounts; a balance is the sum of its entries. A paid request
 * opens a hold for its worst case and ends in one settlement or release. Orders bring credit.
 */

/** USD with six to nine decimals: `"12.340000"`. */
export const UsdString = z.string().regex(/^-?\d+\.\d{6,9}$/)

const notAnAmount = 'must be an amount in USD, 0 or more, with at most nine decimals'

/** An amount in USD in a request, as a decimal string or a number. */
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

export const LimitReset = z.enum(['daily', 'weekly', 'monthly'])
export type LimitReset = z.infer<typeof LimitReset>

/** A limit on what an organization, a member or a project spends. In a change, absent ones stay and null clears. */
export const spendLimitChange = {
  limit_usd: UsdAmount.nullable().optional(),
  limit_reset: LimitReset.nullable().optional(),
}

export const spendFields = {
  limit_usd: UsdString.nullable(),
  /** Null: never resets. */
  limit_reset: LimitReset.nullable(),
  /** In the current period. */
  used_usd: UsdString,
  /** Without what running requests reserve; null: no limit. */
  limit_remaining_usd: UsdString.nullable(),
  /** When the period ends; null: never. */
  limit_resets_at: z.iso.datetime().nullable(),
}

export const BalanceReply = z.object({
  currency: z.literal('USD'),
  /** Credit minus charges; negative after a chargeback of spent credit. */
  balance: UsdString,
  /** Reserved for requests and tasks in progress. */
  held: UsdString,
  /** Balance minus held. */
  available: UsdString,
  total_purchased: UsdString,
  total_used: UsdString,
  updated_at: z.iso.datetime(),
})
export type BalanceReply = z.infer<typeof BalanceReply>

/**
 * What the caller may spend. For a customer `limit` is `used + held + remaining`. For a caller with limits these are the figures
 * of the one with the least left; `remaining` is lower where the customer's credit is.
 */
export const QuotaReply = z.object({
  plan: z.string(),
  unit: z.literal('USD'),
  /** Whose figures they are. */
  limit_source: z.enum(['balance', 'key_limit', 'project_limit', 'member_limit', 'organization_limit']),
  limit: UsdString,
  used: UsdString,
  held: UsdString,
  /** Negative after a chargeback of spent credit. */
  remaining: UsdString,
  /** When the limit resets; null: never. Credit does not expire. */
  resets_at: z.iso.datetime().nullable(),
  unlimited: z.boolean(),
})
export type QuotaReply = z.infer<typeof QuotaReply>

export const EntriesQuery = z.object({
  limit: queryNumber(1, 100, 20),
  offset: queryNumber(0, 1_000_000_000, 0),
  /** Instead of an offset: the `next_cursor` of the previous page. */
  cursor: z
    .string()
    .regex(/^\d{0,9}$/, 'must be the next_cursor of a previous page')
    .default(''),
})

export type EntriesQuery = z.output<typeof EntriesQuery>

/** Credits and debits of a balance. Charges for requests are usage rows instead. */
export const BalanceEntryKind = z.enum(['purchase', 'refund', 'dispute', 'grant', 'trial', 'adjustment'])

export const BalanceEntry = z.object({
  id: z.string(),
  /** `grant`: free credit; `trial`: an account's first credit; `adjustment`: by an operator; `refund` and `dispute`: of a purchase, in either direction. */
  kind: BalanceEntryKind,
  /** Negative for a debit. */
  amount: UsdString,
  currency: z.literal('USD'),
  /** Null where the entry belongs to no order. */
  order_id: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type BalanceEntry = z.infer<typeof BalanceEntry>

/** Fields of every list with a total. */
export const counted = { total: z.int(), limit: z.int(), offset: z.int() }

export const EntriesReply = itemsReply(BalanceEntry).extend(counted)
export type EntriesReply = z.infer<typeof EntriesReply>
