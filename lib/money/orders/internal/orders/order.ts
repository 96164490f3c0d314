import { z } from 'zod'
import { nanosOfCents } from '../../offer'
import { OrderFailure, OrderStatus } from '../../orders-schema'
import { BillingDetails } from '../../settings-schema'
import type { StripePaymentIntent, StripeSession } from '../stripe/client'

/** The stages of a payment. It never goes back to an earlier one. */
export const paymentStages = ['open', 'processing', 'expired', 'failed', 'paid'] as const
export type PaymentStage = (typeof paymentStages)[number]

export type DisputeState = 'open' | 'won' | 'lost'

/** An order in the database (columns: prisma/schema/money/orders.prisma). */
export const OrderRow = z.object({
  id: z.string(),
  customerId: z.string(),
  gateway: z.enum(['stripe', 'sandbox']),
  innerId: z.number().int(),
  priceCents: z.number().int(),
  creditNanos: z.bigint(),
  locale: z.string(),
  buyerName: z.string(),
  buyerEmail: z.string(),
  buyerDetails: BillingDetails.nullable(),
  isAutomatic: z.boolean(),
  paymentMethodId: z.string().nullable(),
  stripeCustomerId: z.string().nullable(),
  status: OrderStatus,
  failure: OrderFailure.shape.code.nullable(),
  sessionId: z.string().nullable(),
  checkoutUrl: z.string().nullable(),
  payment: z.enum(paymentStages),
  paymentIntentId: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  chargedCents: z.number().int(),
  taxCents: z.number().int(),
  refundedCents: z.number().int(),
  dispute: z.enum(['open', 'won', 'lost']).nullable(),
  disputedCents: z.number().int(),
  refundTakenNanos: z.bigint(),
  disputeTakenNanos: z.bigint(),
  lastTicket: z.number().int(),
  appliedTicket: z.number().int(),
  nextLookAt: z.date().nullable(),
  createdAt: z.date(),
  expiresAt: z.date(),
  paidAt: z.date().nullable(),
  cancelledAt: z.date().nullable(),
})
export type OrderRow = z.infer<typeof OrderRow>

export type Booking = { key: string; kind: 'purchase' | 'refund' | 'dispute'; amountNanos: bigint }

/** Changes to an order, and the ledger entries that go with them. */
export type OrderChange = { data: Partial<OrderRow> & Pick<OrderRow, 'status'>; bookings: Booking[] }

/**
 * The transitions of an order, one step each. Two kinds go against the usual flow: a payment that arrives after the order was
 * cancelled still counts, and a refund that fails at the bank is undone.
 */
const moves: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['processing', 'paid', 'expired', 'cancelled', 'failed'],
  processing: ['paid', 'failed'],
  expired: ['paid', 'failed'],
  cancelled: ['processing', 'paid'],
  failed: ['processing', 'paid'],
  paid: ['partially_refunded', 'refunded', 'disputed'],
  partially_refunded: ['refunded', 'paid', 'disputed'],
  refunded: ['partially_refunded', 'paid', 'disputed'],
  disputed: ['paid', 'partially_refunded', 'refunded', 'charged_back'],
  charged_back: ['disputed', 'paid', 'partially_refunded', 'refunded'],
}

/**
 * Whether an order can get from `from` to `to` in any number of steps: a refund that is reported before its payment leads from
 * pending through paid to refunded.
 */
export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  const reached = new Set<OrderStatus>([from])
  for (const status of reached) for (const next of moves[status]) reached.add(next)
  return reached.has(to)
}

/** What is known about an order's payment. */
export type PaymentFacts = {
  payment: PaymentStage
  failure: OrderFailure['code'] | null
  cancelledAt: Date | null
  paidAt: Date | null
  chargedCents: number
  refundedCents: number
  dispute: DisputeState | null
  disputedCents: number
}

/** The status that follows from the facts, regardless of the order in which they became known. */
export function statusOf(facts: PaymentFacts): OrderStatus {
  if (facts.paidAt !== null) return statusAfterPayment(facts)
  if (facts.failure !== null || facts.payment === 'failed') return 'failed'
  if (facts.payment === 'processing') return 'processing'
  if (facts.cancelledAt !== null) return 'cancelled'
  return facts.payment === 'expired' ? 'expired' : 'pending'
}

function statusAfterPayment({ chargedCents, refundedCents, dispute }: PaymentFacts): OrderStatus {
  if (dispute === 'lost') return 'charged_back'
  if (dispute === 'open') return 'disputed'
  if (refundedCents === 0) return 'paid'
  return refundedCents < chargedCents ? 'partially_refunded' : 'refunded'
}

/**
 * The credit that must be reversed by now, in nano-USD: in proportion to refunds, plus in proportion to open and lost disputes;
 * together never more than the credit.
 */
export function reversedCredit(
  creditNanos: bigint,
  { paidAt, chargedCents, refundedCents, disputedCents }: PaymentFacts,
): { refundNanos: bigint; disputeNanos: bigint } {
  if (paidAt === null || chargedCents === 0) return { refundNanos: 0n, disputeNanos: 0n }
  const charged = nanosOfCents(chargedCents)
  const part = (cents: number) => (creditNanos * nanosOfCents(Math.min(cents, chargedCents))) / charged
  const refundNanos = part(refundedCents)
  return { refundNanos, disputeNanos: part(refundedCents + disputedCents) - refundNanos }
}

/** A payment's state as read from Stripe, or set by a button of the sandbox. Undefined parts are unknown and keep their value. */
export type PaymentReading = {
  payment: PaymentStage
  /** The session differs from the order: amount, currency, channel or order id. */
  isMismatch?: boolean
  failure?: Exclude<OrderFailure['code'], 'payment_mismatch'>
  session?: {
    /** Null for an automatic top-up, which has no payment page. */
    id: string | null
    paymentIntentId: string | null
    chargedCents: number
    taxCents: number
    /** Stripe's customer id, to offer the saved cards next time. */
    stripeCustomerId: string | null
    buyerName: string | null
    buyerEmail: string | null
  }
  /** Refunded so far, according to the charge. */
  refundedCents?: number
  disputes?: DisputeSum
}

/** All disputes of a payment; `cents` sums the open and lost ones. */
export type DisputeSum = { state: DisputeState | null; cents: number }

/**
 * What an event reports. It counts only where Stripe's API has no answer, and only ever advances the payment: events arrive
 * late, twice and in any order.
 */
export type PaymentHint = {
  sessionId?: string
  /** For automatic top-ups, whose payment names its order. */
  intent?: StripePaymentIntent
  session?: StripeSession
  paymentFailed?: boolean
  refundedCents?: number | undefined
  disputes?: DisputeSum | undefined
}

/**
 * Decides what a reading changes. Its facts replace those of the order, since its ticket is newer; status and credit follow from
 * the facts. Nothing here depends on the order of events.
 */
export function decideOrder(
  order: OrderRow,
  { reading, hint, ticket }: { reading: PaymentReading; hint: PaymentHint; ticket: number },
  now: Date,
): OrderChange {
  const facts = factsAfter(order, reading, hint, now)
  const taken = reversedCredit(order.creditNanos, facts)
  const status = statusOf(facts)
  const isFirstPayment = order.paidAt === null && facts.paidAt !== null
  const bookings: Booking[] = [
    ...(isFirstPayment
      ? [{ key: `order:${order.id}:paid`, kind: 'purchase' as const, amountNanos: order.creditNanos }]
      : []),
    ...reversal(order, 'refund', order.refundTakenNanos, taken.refundNanos, ticket),
    ...reversal(order, 'dispute', order.disputeTakenNanos, taken.disputeNanos, ticket),
  ]
  const data = {
    ...facts,
    ...sessionColumns(order, reading, isFirstPayment),
    status,
    checkoutUrl: status === 'pending' ? order.checkoutUrl : null,
    refundTakenNanos: taken.refundNanos,
    disputeTakenNanos: taken.disputeNanos,
    appliedTicket: ticket,
    nextLookAt: nextCheckAt({ ...order, ...facts, status }, now),
  }
  return { data, bookings }
}

function factsAfter(order: OrderRow, reading: PaymentReading, hint: PaymentHint, now: Date): PaymentFacts {
  const stage = reading.payment === 'processing' && hint.paymentFailed ? 'failed' : reading.payment
  const payment = furthest(order.payment, stage)
  const isPaid = payment === 'paid' && !reading.isMismatch
  const disputes = reading.disputes ?? later(order, hint.disputes)
  return {
    payment,
    paidAt: order.paidAt ?? (isPaid ? now : null),
    failure: order.paidAt !== null || isPaid ? null : failureAfter(order, reading, payment),
    cancelledAt: order.cancelledAt,
    chargedCents: reading.session?.chargedCents ?? order.chargedCents,
    refundedCents: reading.refundedCents ?? Math.max(order.refundedCents, hint.refundedCents ?? 0),
    dispute: disputes.state,
    disputedCents: disputes.cents,
  }
}

function failureAfter(
  order: OrderRow,
  reading: PaymentReading,
  payment: PaymentStage,
): PaymentFacts['failure'] {
  if (reading.isMismatch && payment === 'paid') return 'payment_mismatch'
  if (reading.failure) return reading.failure
  return payment === 'failed' ? (order.failure ?? 'payment_failed') : order.failure
}

/** The key has the total and the ticket: a refund that failed and was repeated reaches the same total twice. */
function reversal(
  order: OrderRow,
  kind: 'refund' | 'dispute',
  before: bigint,
  after: bigint,
  ticket: number,
): Booking[] {
  if (before === after) return []
  return [{ key: `order:${order.id}:${kind}:${after}:${ticket}`, kind, amountNanos: before - after }]
}

/** The invoice shows the buyer as entered on the payment page when it was paid; later readings do not change it. */
function sessionColumns(
  order: OrderRow,
  { session }: PaymentReading,
  isFirstPayment: boolean,
): Partial<OrderRow> {
  if (!session) return {}
  return {
    sessionId: order.sessionId ?? session.id,
    paymentIntentId: session.paymentIntentId ?? order.paymentIntentId,
    taxCents: session.taxCents,
    ...(isFirstPayment && {
      buyerName: session.buyerName ?? order.buyerName,
      buyerEmail: session.buyerEmail ?? order.buyerEmail,
    }),
  }
}

function furthest(known: PaymentStage, found: PaymentStage): PaymentStage {
  return paymentStages.indexOf(found) > paymentStages.indexOf(known) ? found : known
}

const disputeRank: Record<DisputeState, number> = { open: 0, won: 1, lost: 2 }

/** A dispute that has ended does not reopen when an earlier event of it arrives late. */
function later(order: OrderRow, hinted: DisputeSum | undefined): DisputeSum {
  const known = { state: order.dispute, cents: order.disputedCents }
  if (hinted?.state == null) return known
  if (known.state !== null && disputeRank[hinted.state] < disputeRank[known.state]) return known
  return hinted
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const WHILE_DISPUTED = 6 * HOUR

/** Younger orders are not checked: their payment page has just opened. */
export const FIRST_CHECK_MILLIS = 2 * MINUTE

/**
 * When to check an order's payment again if no event arrives: after as long as the order is old, an hour at most. Null: nothing
 * more is expected.
 */
function nextCheckAt(
  order: Pick<OrderRow, 'gateway' | 'status' | 'payment' | 'createdAt' | 'expiresAt'>,
  now: Date,
): Date | null {
  if (order.status === 'disputed') return new Date(now.getTime() + WHILE_DISPUTED)
  const isOpen = order.status === 'pending' || order.status === 'processing'
  // Cancelled here, but the page at the payment provider may still be open.
  const isHalfClosed = order.status === 'cancelled' && order.payment === 'open' && order.gateway === 'stripe'
  if (!isOpen && !isHalfClosed) return null
  if (order.gateway === 'sandbox') return order.expiresAt
  const age = now.getTime() - order.createdAt.getTime()
  return new Date(now.getTime() + Math.min(HOUR, Math.max(FIRST_CHECK_MILLIS, age)))
}
