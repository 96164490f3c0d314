import type { Booking, Judgement, OrderRow } from './order-row'
import {
  type DisputeState,
  type DisputeSum,
  type PaymentFacts,
  type PaymentHint,
  type PaymentReading,
  type PaymentStage,
  paymentStages,
  statusOf,
  takenCredit,
} from './payment'

/**
 * The only function that decides. The facts of the reading replace those of the order (the reading's ticket is newer);
 * the status and the credit follow from the facts. Nothing here depends on the order of events.
 */
export function judgeReading(
  order: OrderRow,
  { reading, hint, ticket }: { reading: PaymentReading; hint: PaymentHint; ticket: number },
  now: Date,
): Judgement {
  const facts = factsAfter(order, reading, hint, now)
  const taken = takenCredit(order.creditNanos, facts)
  const status = statusOf(facts)
  const isFirstPayment = order.paidAt === null && facts.paidAt !== null
  const bookings: Booking[] = [
    ...(isFirstPayment
      ? [{ key: `order:${order.id}:paid`, kind: 'purchase' as const, amountNanos: order.creditNanos }]
      : []),
    ...change(order, 'refund', order.refundTakenNanos, taken.refundNanos, ticket),
    ...change(order, 'dispute', order.disputeTakenNanos, taken.disputeNanos, ticket),
  ]
  const data = {
    ...facts,
    ...sessionColumns(order, reading, isFirstPayment),
    status,
    checkoutUrl: status === 'pending' ? order.checkoutUrl : null,
    refundTakenNanos: taken.refundNanos,
    disputeTakenNanos: taken.disputeNanos,
    appliedTicket: ticket,
    nextLookAt: lookAgainAt({ ...order, ...facts, status }, now),
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

/** Keys carry the total taken back and the ticket: a refund that failed and was made again reaches the same total twice. */
function change(
  order: OrderRow,
  kind: 'refund' | 'dispute',
  before: bigint,
  after: bigint,
  ticket: number,
): Booking[] {
  if (before === after) return []
  return [{ key: `order:${order.id}:${kind}:${after}:${ticket}`, kind, amountNanos: before - after }]
}

/** The invoice shows the buyer's details as entered on the payment page; later readings do not change what was bought. */
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

/** A dispute that has ended does not reopen because the event of its beginning arrives late. */
function later(order: OrderRow, hinted: DisputeSum | undefined): DisputeSum {
  const known = { state: order.dispute, cents: order.disputedCents }
  if (hinted?.state == null) return known
  if (known.state !== null && disputeRank[hinted.state] < disputeRank[known.state]) return known
  return hinted
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const WHILE_DISPUTED = 6 * HOUR

/** Before this age Stripe is not asked: the payment page has just been opened. */
export const FIRST_LOOK_MILLIS = 2 * MINUTE

/**
 * When to ask about an order's payment again, should no event arrive: after as long as the order is old, but within an
 * hour. Null: nothing is awaited.
 */
function lookAgainAt(
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
  return new Date(now.getTime() + Math.min(HOUR, Math.max(FIRST_LOOK_MILLIS, age)))
}
