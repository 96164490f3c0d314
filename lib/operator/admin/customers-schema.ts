import { z } from 'zod'
import { ApiKeyRecord } from '@/lib/account/api-keys/schema'
import { DataRules } from '@/lib/catalog/models/data-rules-schema'
import { Order } from '@/lib/money/orders/orders-schema'
import { UsageReply } from '@/lib/money/usage/schema'
import {
  callLimitFields,
  characters,
  itemsReply,
  openLine,
  Printable,
  queryNumber,
} from '@/lib/platform/fields'

/** Customers as operators see and change them. */

const usd = z.string().regex(/^-?\d+\.\d{6,9}$/)

const summary = {
  id: z.string(),
  name: z.string(),
  /** The email of its first member. */
  email: z.string().nullable(),
  is_operator: z.boolean(),
  is_demo: z.boolean(),
  /** While it is set, API keys are refused and the console is read-only. */
  suspended_at: z.string().nullable(),
  /** When its owner deleted the account. */
  deleted_at: z.string().nullable(),
  created_at: z.string(),
  balance: usd,
  held: usd,
  total_used: usd,
  key_count: z.int(),
}

export const CustomerItem = z.object(summary)
export type CustomerItem = z.infer<typeof CustomerItem>

export const CustomersQuery = z.object({
  /** Part of a name, email or id. */
  search: openLine(200),
  status: z.enum(['active', 'suspended', 'deleted']).optional(),
  sort: z.enum(['newest', 'name', 'balance', 'spent']).default('newest'),
  limit: queryNumber(1, 100, 50),
  offset: queryNumber(0, 1_000_000, 0),
  /** Instead of an offset, newest first: the last id of the page before. */
  cursor: Printable.max(100).default(''),
})
export type CustomersQuery = z.infer<typeof CustomersQuery>

export const CustomerPage = itemsReply(CustomerItem).extend({ total: z.int() })
export type CustomerPage = z.infer<typeof CustomerPage>

/** A person who is a member. */
export const CustomerUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  has_password: z.boolean(),
  has_second_factor: z.boolean(),
  services: z.array(z.string()),
  created_at: z.string(),
})
export type CustomerUser = z.infer<typeof CustomerUser>

/** A change of the balance other than a request charge. */
export const CustomerEntry = z.object({
  key: z.string(),
  kind: z.string(),
  /** Negative for a debit. */
  amount: usd,
  created_at: z.string(),
  /** The operator's reason, for adjustments. */
  reason: z.string().nullable(),
})
export type CustomerEntry = z.infer<typeof CustomerEntry>

export const CustomerKey = ApiKeyRecord.pick({
  id: true,
  name: true,
  key_prefix: true,
  last4: true,
  status: true,
  scopes: true,
  usage_usd: true,
  limit_usd: true,
  last_used_at: true,
  expires_at: true,
})
export type CustomerKey = z.infer<typeof CustomerKey>

export const CustomerOrder = Order.pick({
  order_id: true,
  status: true,
  amount: true,
  credit_amount: true,
  refunded_amount: true,
  created_at: true,
  paid_at: true,
  sandbox: true,
})
export type CustomerOrder = z.infer<typeof CustomerOrder>

export const Customer = z.object({
  ...summary,
  /** Whether the customer may create groups of virtual people, where AIGC_GROUPS is on. */
  aigc_groups: z.boolean(),
  /** Null: the catalog's prices. */
  price_group: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The customer's own rules for all its requests. */
  routing: DataRules,
  /** Of all its keys and people together. */
  ...callLimitFields,
  available: usd,
  total_purchased: usd,
  /** The first members, and how many there are. */
  users: z.array(CustomerUser),
  member_count: z.int(),
  /** The last 30 days. */
  usage: UsageReply.pick({ start_date: true, end_date: true, summary: true, daily: true, models: true }),
  keys: z.array(CustomerKey),
  /** The newest. */
  orders: z.array(CustomerOrder),
  order_count: z.int(),
  /** The newest. */
  entries: z.array(CustomerEntry),
})
export type Customer = z.infer<typeof Customer>

export type CallLimits = Partial<Pick<Customer, 'rate_limit_tpm' | 'max_concurrency'>>

export const CustomerParams = z.object({ id: Printable })

export const Reason = z
  .string()
  .trim()
  .check(characters({ least: 3, most: 500 }))
  .regex(/^[^\p{Cc}]*$/u, 'must be one line')

export const AdjustRequest = z.strictObject({
  /** Chosen by the client; an id is booked once, however often it is sent. */
  id: z.string().regex(/^[\w-]{16,100}$/, 'must be 16 to 100 letters, digits, "-" and "_", such as a UUID'),
  /** In USD. A negative amount is a debit, at most the available balance. */
  amount: z
    .string()
    .regex(/^-?\d{1,6}(?:\.\d{1,9})?$/, 'must be a decimal string in USD, such as "12.50" or "-3"')
    .refine((amount) => /[1-9]/.test(amount), 'must not be zero'),
  reason: Reason,
})
export type AdjustRequest = z.infer<typeof AdjustRequest>

export const AdjustReply = z.object({
  customer_id: z.string(),
  amount: usd,
  /** The available balance afterwards. */
  available: usd,
  /** False when this adjustment had been booked before. */
  is_new: z.boolean(),
})
export type AdjustReply = z.infer<typeof AdjustReply>

export const SuspensionRequest = z.strictObject({ reason: Reason })
export type SuspensionRequest = z.infer<typeof SuspensionRequest>

export const AigcGroupsRequest = z.strictObject({ enabled: z.boolean(), reason: Reason })
export type AigcGroupsRequest = z.infer<typeof AigcGroupsRequest>

export const AigcGroupsReply = z.object({ id: z.string(), aigc_groups: z.boolean() })
export type AigcGroupsReply = z.infer<typeof AigcGroupsReply>

export const SuspensionReply = z.object({ id: z.string(), suspended_at: z.string().nullable() })
export type SuspensionReply = z.infer<typeof SuspensionReply>

export const ResetLinkRequest = z.strictObject({ user_id: Printable.max(100), reason: Reason })
export type ResetLinkRequest = z.infer<typeof ResetLinkRequest>

export const SecondFactorWasReset = z.object({ user_id: z.string(), reset: z.literal(true) })

/** `url` sets a new password. It is returned only once. */
export const ResetLinkReply = z.object({
  user_id: z.string(),
  email: z.string(),
  url: z.string(),
  expires_at: z.string(),
})
export type ResetLinkReply = z.infer<typeof ResetLinkReply>
