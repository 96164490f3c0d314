import { z } from 'zod'
import { itemsReply, leftOpen, queryNumber } from '@/lib/platform/fields'
import { QuotaReply, UsdString } from './schema'

/**
 * An order: one purchase of credit.
 *
 * pending → processing → paid; pending → expired | cancelled | failed; paid → partially_refunded → refunded;
 * paid → disputed → paid | charged_back. Credit is granted once, when the order is first known to be paid.
 */
export const OrderStatus = z.enum([
  'pending',
  'processing',
  'paid',
  'failed',
  'cancelled',
  'expired',
  'partially_refunded',
  'refunded',
  'disputed',
  'charged_back',
])
export type OrderStatus = z.infer<typeof OrderStatus>

/** Whether an order in this status still waits for its payment. */
export function isOpenOrder(status: OrderStatus): boolean {
  return status === 'pending' || status === 'processing'
}

export const OrderFailure = z.object({
  code: z.enum(['card_declined', 'payment_failed', 'payment_mismatch', 'checkout_failed']),
  message: z.string(),
})
export type OrderFailure = z.infer<typeof OrderFailure>

export const Order = z.object({
  order_id: z.string(),
  status: OrderStatus,
  channel: z.literal('stripe'),
  inner_id: z.number().int(),
  /** The package's price, without tax. */
  amount: UsdString,
  currency: z.literal('USD'),
  /** What the price buys: less the platform fee of the time. */
  credit_amount: UsdString,
  tax_amount: UsdString,
  /** Paid back so far, tax included. */
  refunded_amount: UsdString,
  session_id: z.string().nullable(),
  /** Where to pay; null once there is nothing to pay any more. */
  checkout_url: z.string().nullable(),
  created_at: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
  /** When an unpaid order ends. */
  expires_at: z.iso.datetime(),
  failure: OrderFailure.nullable(),
  /** Which documents there are. */
  documents: z.object({ invoice: z.boolean(), receipt: z.boolean() }),
  /** Paid on the sandbox payment page: no money moved. */
  sandbox: z.boolean(),
})
export type Order = z.infer<typeof Order>

export const OrderParams = z.object({ order_id: z.string() })

export const OrdersQuery = z.object({
  limit: queryNumber(1, 100, 20),
  offset: queryNumber(0, 1_000_000_000, 0),
  /** In place of an offset: the `next_cursor` of the page before. */
  cursor: z
    .string()
    .regex(/^\d{0,9}$/, 'must be one that this list gave out')
    .default(''),
})
export type OrdersQuery = z.infer<typeof OrdersQuery>

const counted = { total: z.int(), limit: z.int(), offset: z.int() }

export const OrdersReply = itemsReply(Order).extend(counted)
export type OrdersReply = z.infer<typeof OrdersReply>

export const CheckoutRequest = z.strictObject({
  channel: z.literal('stripe', 'must be "stripe"'),
  /** The package: 1 to 4. */
  inner_id: z.int('must be a whole number from 1 to 4').min(1).max(4),
  currency: leftOpen(
    z
      .string()
      .transform((text) => text.toUpperCase())
      .pipe(z.literal('USD', 'must be USD')),
  ).transform((currency) => currency ?? 'USD'),
  /** The payment page's language; one that it does not speak counts as `auto`, the browser's. */
  locale: leftOpen(z.string()).transform((locale) => locale ?? 'auto'),
})
export type CheckoutRequest = z.infer<typeof CheckoutRequest>

export const CheckoutReply = z.object({
  order_id: z.string(),
  checkout_url: z.string(),
  session_id: z.string(),
})
export type CheckoutReply = z.infer<typeof CheckoutReply>

/** A button of the sandbox payment page. */
export const SandboxPaymentRequest = z.strictObject({ action: z.enum(['pay', 'decline', 'cancel']) })
export type SandboxPaymentRequest = z.infer<typeof SandboxPaymentRequest>

export const DocumentType = z.enum(['invoice', 'receipt'])
export type DocumentType = z.infer<typeof DocumentType>

export const DocumentRequest = z.strictObject({ order_id: z.string(), type: DocumentType })
export type DocumentRequest = z.infer<typeof DocumentRequest>

export const DocumentReply = z.object({
  order_id: z.string(),
  type: DocumentType,
  /** Opens without a session. */
  url: z.string(),
  /** When our own link ends; null for the payment provider's. */
  expires_at: z.iso.datetime().nullable(),
})
export type DocumentReply = z.infer<typeof DocumentReply>

export const PaymentMethod = z.object({
  channel: z.literal('stripe'),
  type: z.literal('card'),
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
  is_default: z.boolean(),
})
export type PaymentMethod = z.infer<typeof PaymentMethod>

export const CreditPackage = z.object({
  inner_id: z.number().int(),
  price: UsdString,
  currency: z.literal('USD'),
  credit: UsdString,
})
export type CreditPackage = z.infer<typeof CreditPackage>

export const Invoice = z.object({
  order_id: z.string(),
  type: z.literal('invoice'),
  number: z.string(),
  /** What was charged, tax included. */
  amount: UsdString,
  currency: z.literal('USD'),
  status: OrderStatus,
  issued_at: z.iso.datetime(),
})
export type Invoice = z.infer<typeof Invoice>

export const BillingReply = z.object({
  /** `past_due` while there is less than nothing left to spend. */
  plan: z.object({ id: z.string(), name: z.string(), status: z.enum(['active', 'past_due']) }),
  quota: QuotaReply,
  /** A decimal from 0 up to 1: the part of a price that is not credited. */
  platform_fee_rate: z.string(),
  currency: z.literal('USD'),
  payment_methods: z.array(PaymentMethod),
  packages: z.array(CreditPackage),
  invoices: z.array(Invoice),
  /** How payments are taken; `none`: not configured, and create-checkout answers 503. */
  payments: z.enum(['stripe', 'sandbox', 'none']),
})
export type BillingReply = z.infer<typeof BillingReply>

/** What credit costs here, whoever asks. */
export const OfferReply = BillingReply.pick({ platform_fee_rate: true, packages: true, payments: true })
export type OfferReply = z.infer<typeof OfferReply>

/** What those of billing's addresses take and answer that need no session: signed links, and the webhook of Stripe. */

/** What the cancel link of a payment page carries. */
export const CancelQuery = z.object({ order: z.string(), signature: z.string() })
export type CancelQuery = z.infer<typeof CancelQuery>

export const WebhookReply = z.object({ received: z.literal(true) })
export type WebhookReply = z.infer<typeof WebhookReply>

/** What the link to a document of ours carries. */
export const DocumentQuery = z.object({
  type: DocumentType,
  expires: queryNumber(0, Number.MAX_SAFE_INTEGER),
  signature: z.string(),
})
export type DocumentQuery = z.infer<typeof DocumentQuery>

/** What came into or went out of a balance besides requests, which the usage rows list. */
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

export const EntriesReply = itemsReply(BalanceEntry).extend(counted)
export type EntriesReply = z.infer<typeof EntriesReply>
