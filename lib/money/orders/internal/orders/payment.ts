import { nanosOfCents } from '../../offer'
import type { OrderFailure, OrderStatus } from '../../orders-schema'
import type { StripePaymentIntent, StripeSession } from '../stripe/stripe-objects'

/** The stages of the payment itself. It never goes back to an earlier one. */
export const paymentStages = ['open', 'processing', 'expired', 'failed', 'paid'] as const
export type PaymentStage = (typeof paymentStages)[number]

export type DisputeState = 'open' | 'won' | 'lost'

/** What is known of an order's payment. */
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

/** The status that follows from the facts, in whatever order they became known. */
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
 * How much of the credit must be reversed by now: in proportion to what was refunded, and on top of it to what is in
 * open or lost disputes; together never more than the credit.
 */
export function takenCredit(
  creditNanos: bigint,
  { paidAt, chargedCents, refundedCents, disputedCents }: PaymentFacts,
): { refundNanos: bigint; disputeNanos: bigint } {
  if (paidAt === null || chargedCents === 0) return { refundNanos: 0n, disputeNanos: 0n }
  const charged = nanosOfCents(chargedCents)
  const part = (cents: number) => (creditNanos * nanosOfCents(Math.min(cents, chargedCents))) / charged
  const refundNanos = part(refundedCents)
  return { refundNanos, disputeNanos: part(refundedCents + disputedCents) - refundNanos }
}

/**
 * What was learnt of an order's payment by asking Stripe (or, in the sandbox, by a button). What could not be learnt is
 * undefined, and its known value stays.
 */
export type PaymentReading = {
  payment: PaymentStage
  /** The session is not the one that was ordered: another amount, currency, channel or order. */
  isMismatch?: boolean
  failure?: Exclude<OrderFailure['code'], 'payment_mismatch'>
  session?: {
    /** Null for an automatic top-up, which has no payment page. */
    id: string | null
    paymentIntentId: string | null
    chargedCents: number
    taxCents: number
    /** Stripe's name for the payer, to be offered its cards again. */
    stripeCustomerId: string | null
    buyerName: string | null
    buyerEmail: string | null
  }
  /** Paid back so far, by the charge itself. */
  refundedCents?: number
  disputes?: DisputeSum
}

/** All disputes of one payment together; `cents` counts those that are open or lost. */
export type DisputeSum = { state: DisputeState | null; cents: number }

/**
 * What an event says besides "ask again". It counts only where asking gave no answer, and then only forwards: events
 * arrive late, twice and in any order.
 */
export type PaymentHint = {
  sessionId?: string
  /** Of an automatic top-up, whose payment names its order. */
  intent?: StripePaymentIntent
  session?: StripeSession
  paymentFailed?: boolean
  refundedCents?: number | undefined
  disputes?: DisputeSum | undefined
}
