import type { StripeSession } from '../stripe/stripe-objects'
import type { DisputeState, PaymentStage } from './payment'

/**
 * What was learnt of an order's payment by asking (or, in the sandbox, by a button). What could not be learnt is
 * undefined and stays as it was known.
 */
export type PaymentReading = {
  payment: PaymentStage
  /** The session is not the one that was ordered: another amount, currency, channel or order. */
  isMismatch?: boolean
  failure?: 'card_declined' | 'checkout_failed'
  session?: {
    id: string
    paymentIntentId: string | null
    invoice: { id: string; number: string | null } | null
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
 * What an event says besides "ask again". It counts only where asking gave no answer, and then only forwards: events come
 * late, twice and in any order.
 */
export type PaymentHint = {
  sessionId?: string
  session?: StripeSession
  paymentFailed?: boolean
  refundedCents?: number | undefined
  disputes?: DisputeSum | undefined
}
