import { z } from 'zod'
import { counted, EntriesQuery, QuotaReply, UsdAmount, UsdString } from '@/lib/money/ledger/schema'
import { itemsReply, leftOpen, queryNumber } from '@/lib/platform/fields'

/**
 * An order: one purchase of credit.
 *
 * pending → processing → paid; pending → expired | cancelled | failed; paid → partially_refunded → refunded;
 * paid → disputed → paid | charged_back. Credit is booked once, when the order is first known to be paid.
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

export const OrderFailure = z.object({
  code: z.enum([
    'card_declined',
    'authentication_required',
    'payment_failed',
    'payment_mismatch',
    'checkout_failed',
    /** Of an automatic top-up, which ends with a payment that was refunded or disputed. */
    'payment_reversed',
  ]),
  message: z.string(),
})
export type OrderFailure = z.infer<typeof OrderFailure>

export const Order = z.object({
  order_id: z.string(),
  status: OrderStatus,
  channel: z.literal('stripe'),
  /** The package; null: a custom amount. */
  inner_id: z.number().int().nullable(),
  /** The price without tax. */
  amount: UsdString,
  currency: z.literal('USD'),
  /** The price minus the platform fee at the time. */
  credit_amount: UsdString,
  /** The platform fee, included in the price. */
  fee_amount: UsdString,
  tax_amount: UsdString,
  /** Refunded so far, tax included. */
  refunded_amount: UsdString,
  session_id: z.string().nullable(),
  /** Where to pay; null once the order is no longer payable. */
  checkout_url: z.string().nullable(),
  created_at: z.iso.datetime(),
  paid_at: z.iso.datetime().nullable(),
  /** When an unpaid order expires. */
  expires_at: z.iso.datetime(),
  failure: OrderFailure.nullable(),
  /** The documents that exist. */
  documents: z.object({ invoice: z.boolean(), receipt: z.boolean() }),
  /** Paid on the sandbox payment page: no money moved. */
  sandbox: z.boolean(),
  /** Created by an automatic top-up. */
  automatic: z.boolean(),
})
export type Order = z.infer<typeof Order>

export const OrderParams = z.object({ order_id: z.string() })

export const OrdersQuery = EntriesQuery.extend({
  /** `exclude` leaves out expired and cancelled orders. */
  abandoned: z.enum(['include', 'exclude']).default('include'),
})
export type OrdersQuery = z.infer<typeof OrdersQuery>

export const OrdersReply = itemsReply(Order).extend({
  ...counted,
  /** Number of expired and cancelled orders, listed or not. */
  abandoned: z.int(),
})
export type OrdersReply = z.infer<typeof OrdersReply>

/** Bounds of a custom amount, in cents. */
export const LEAST_CENTS = 500
export const MOST_CENTS = 1_000_000

const notAPrice = 'must be an amount in USD from 5 to 10000 with at most two decimals, such as "25.00"'

const isPrice = (usd: string) =>
  /^\d+(\.\d{1,2}0*)?$/.test(usd) && Number(usd) >= LEAST_CENTS / 100 && Number(usd) <= MOST_CENTS / 100

/** A custom amount in USD, as a decimal string or a number; parsed to cents. */
export const PriceInCents = UsdAmount.refine(isPrice, notAPrice).transform((usd) =>
  Math.round(Number(usd) * 100),
)

export const CheckoutRequest = z
  .strictObject({
    channel: z.literal('stripe', 'must be "stripe"'),
    /** The package, 1 to 4. Required without `amount`. */
    inner_id: leftOpen(z.int('must be a whole number from 1 to 4').min(1).max(4)),
    /** A custom amount instead of a package: 5 to 10000 USD, as a decimal string or a number. */
    amount: leftOpen(PriceInCents),
    currency: leftOpen(
      z
        .string()
        .transform((text) => text.toUpperCase())
        .pipe(z.literal('USD', 'must be USD')),
    ).transform((currency) => currency ?? 'USD'),
    /** Language of the payment page; an unsupported one counts as `auto`, the browser's. */
    locale: leftOpen(z.string()).transform((locale) => locale ?? 'auto'),
  })
  .superRefine(({ inner_id, amount }, context) => {
    if (inner_id === undefined && amount === undefined)
      context.addIssue({ code: 'custom', path: ['inner_id'], message: 'is required unless amount is given' })
    if (inner_id !== undefined && amount !== undefined)
      context.addIssue({ code: 'custom', path: ['amount'], message: 'cannot be combined with inner_id' })
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
  /** When the link expires. */
  expires_at: z.iso.datetime(),
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
  /** The charged amount, tax included. */
  amount: UsdString,
  currency: z.literal('USD'),
  status: OrderStatus,
  issued_at: z.iso.datetime(),
})
export type Invoice = z.infer<typeof Invoice>

export const BillingReply = z.object({
  /** `past_due` while the available balance is below zero. */
  plan: z.object({ id: z.string(), name: z.string(), status: z.enum(['active', 'past_due']) }),
  quota: QuotaReply,
  /** The share of a price that is not credited, a decimal from 0 to 1. */
  platform_fee_rate: z.string(),
  currency: z.literal('USD'),
  payment_methods: z.array(PaymentMethod),
  packages: z.array(CreditPackage),
  custom_amount: z.object({ min: UsdString, max: UsdString }),
  invoices: z.array(Invoice),
  /** How payments are accepted; with `none`, create-checkout answers 503. */
  payments: z.enum(['stripe', 'sandbox', 'none']),
})
export type BillingReply = z.infer<typeof BillingReply>

/** What credit costs, for any caller. */
export const OfferReply = BillingReply.pick({
  platform_fee_rate: true,
  packages: true,
  custom_amount: true,
  payments: true,
})
export type OfferReply = z.infer<typeof OfferReply>

/** Query of a payment page's cancel link, which works without a session. */
export const CancelQuery = z.object({ order: z.string(), signature: z.string() })
export type CancelQuery = z.infer<typeof CancelQuery>

export const WebhookReply = z.object({ received: z.literal(true) })
export type WebhookReply = z.infer<typeof WebhookReply>

/** Query of a document's link, which works without a session. */
export const DocumentQuery = z.object({
  type: DocumentType,
  expires: queryNumber(0, Number.MAX_SAFE_INTEGER),
  signature: z.string(),
})
export type DocumentQuery = z.infer<typeof DocumentQuery>
