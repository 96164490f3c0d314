import { z } from 'zod'
import { OrdersQuery } from './orders-schema'
import { UsdString } from './schema'

/** What came into or went out of a balance besides requests, which the usage tells of. */
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

export const EntriesQuery = OrdersQuery
export type EntriesQuery = z.output<typeof EntriesQuery>

export const EntriesReply = z.object({
  items: z.array(BalanceEntry),
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
  has_more: z.boolean(),
})
export type EntriesReply = z.infer<typeof EntriesReply>
