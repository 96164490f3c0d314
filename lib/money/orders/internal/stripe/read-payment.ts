import { z } from 'zod'
import { logger } from '@/lib/platform/logger'
import type {
  DisputeState,
  DisputeSum,
  OrderRow,
  PaymentHint,
  PaymentReading,
  PaymentStage,
} from '../orders/order'
import { cardPaymentFacts, failureOfCard, makePayment, stageOfIntent } from './charge-card'
import {
  askStripeFor,
  parseReply,
  StripeCharge,
  StripeDispute,
  StripePaymentIntent,
  StripeSession,
} from './client'

/**
 * Reads the state of an order's payment from Stripe: its session, its charge with refunds, its disputes. Undefined when neither
 * Stripe nor the event has a session for it.
 */
export async function readPayment(order: OrderRow, hint: PaymentHint): Promise<PaymentReading | undefined> {
  if (order.isAutomatic) return readAutomaticPayment(order, hint)
  const sessionId = order.sessionId ?? hint.sessionId
  if (hint.sessionId !== undefined && hint.sessionId !== sessionId)
    logger.error(
      { orderId: order.id, sessionId: hint.sessionId, expected: sessionId },
      'PAYMENT MISMATCH: a session of another order names this one; ignored',
    )
  if (sessionId === undefined) return undefined
  const reported = hint.session?.id === sessionId ? hint.session : undefined
  const session = latestSession(await readSession(sessionId), reported)
  if (session === undefined) return undefined
  const intent = await readIntent(session.payment_intent)
  const payment = stageOf(session, intent)
  const buyer = session.customer_details
  return {
    payment,
    isMismatch: isMismatch(order, session),
    session: {
      id: session.id,
      paymentIntentId: intent?.id ?? idOf(session.payment_intent),
      chargedCents: session.amount_total ?? session.amount_subtotal ?? 0,
      taxCents: session.total_details?.amount_tax ?? 0,
      stripeCustomerId: session.customer,
      buyerName: buyer?.name ?? null,
      buyerEmail: buyer?.email ?? null,
    },
    ...(payment === 'paid' && intent && (await readReversals(order, hint, intent))),
  }
}

/** The payment of an automatic top-up; charges the card once where no payment is known. */
async function readAutomaticPayment(order: OrderRow, hint: PaymentHint): Promise<PaymentReading | undefined> {
  const known = order.paymentIntentId ?? hint.intent?.id
  if (known === undefined) return makePayment(order)
  const intent = (await readIntent(known)) ?? (hint.intent?.id === known ? hint.intent : undefined)
  if (intent === undefined) return undefined
  const payment = stageOfIntent(intent)
  const isOther =
    intent.metadata?.order_id !== order.id ||
    intent.amount !== order.priceCents ||
    intent.currency?.toLowerCase() !== 'usd'
  if (isOther)
    logger.error(
      {
        orderId: order.id,
        paymentIntentId: intent.id,
        expectedCents: order.priceCents,
        amount: intent.amount,
      },
      'PAYMENT MISMATCH: a payment is not the one that was ordered; no credit was added',
    )
  return {
    payment,
    isMismatch: isOther,
    ...(payment === 'failed' && { failure: failureOfCard(intent.last_payment_error?.code) }),
    session: cardPaymentFacts(order, intent.id),
    ...(payment === 'paid' && (await readReversals(order, hint, intent))),
  }
}

/** Refunds and disputes of a payment. */
async function readReversals(
  order: OrderRow,
  hint: PaymentHint,
  intent: StripePaymentIntent,
): Promise<Pick<PaymentReading, 'refundedCents' | 'disputes'>> {
  const charge = await readCharge(intent)
  const mayBeDisputed = charge?.disputed || order.dispute !== null || hint.disputes !== undefined
  const disputes = mayBeDisputed ? await readDisputes(intent.id) : undefined
  return {
    ...(charge?.amount_refunded != null && { refundedCents: charge.amount_refunded }),
    ...(disputes && { disputes }),
  }
}

const EXPANDED = ['payment_intent.latest_charge']

async function readSession(id: string): Promise<StripeSession | undefined> {
  const reply = await askStripeFor((stripe) => stripe.checkout.sessions.retrieve(id, { expand: EXPANDED }))
  return reply && parseReply(StripeSession, reply)
}

async function readIntent(intent: StripeSession['payment_intent']): Promise<StripePaymentIntent | undefined> {
  if (intent == null || typeof intent === 'object') return intent ?? undefined
  const reply = await askStripeFor((stripe) =>
    stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] }),
  )
  return reply && parseReply(StripePaymentIntent, reply)
}

async function readCharge({ latest_charge: charge }: StripePaymentIntent): Promise<StripeCharge | undefined> {
  if (charge == null || typeof charge === 'object') return charge ?? undefined
  const reply = await askStripeFor((stripe) => stripe.charges.retrieve(charge))
  return reply && parseReply(StripeCharge, reply)
}

async function readDisputes(paymentIntentId: string): Promise<DisputeSum | undefined> {
  const reply = await askStripeFor((stripe) =>
    stripe.disputes.list({ payment_intent: paymentIntentId, limit: 100 }),
  )
  // An empty list tells nothing: this is only called for payments that are known to be disputed.
  return reply?.data.length ? sumDisputes(parseReply(z.array(StripeDispute), reply.data)) : undefined
}

/** A session that is complete but unpaid is waiting for the bank or was declined by it; the intent tells which. */
function stageOf(session: StripeSession, intent: StripePaymentIntent | undefined): PaymentStage {
  if (session.payment_status === 'paid' || session.payment_status === 'no_payment_required') return 'paid'
  if (session.status === 'expired') return 'expired'
  if (session.status !== 'complete') return 'open'
  const wasRefused = intent?.status === 'requires_payment_method' || intent?.status === 'canceled'
  return wasRefused ? 'failed' : 'processing'
}

/** Credit is added only for the session that was opened for this order, paid in full. A mismatch needs a person to look at it. */
function isMismatch(order: OrderRow, session: StripeSession): boolean {
  const { metadata } = session
  const isOurs =
    session.id === order.sessionId || (order.sessionId === null && metadata?.order_id === order.id)
  const namesOther = session.client_reference_id != null && session.client_reference_id !== order.id
  const isOtherChannel =
    (metadata?.channel ?? 'stripe') !== 'stripe' || (session.mode ?? 'payment') !== 'payment'
  const isOtherAmount =
    subtotalOf(session) !== order.priceCents ||
    session.currency?.toLowerCase() !== 'usd' ||
    (session.amount_total ?? order.priceCents) < order.priceCents
  const found = !isOurs || namesOther || isOtherChannel || isOtherAmount
  if (found && (session.payment_status ?? 'unpaid') !== 'unpaid')
    logger.error(
      {
        orderId: order.id,
        sessionId: session.id,
        expectedCents: order.priceCents,
        amountSubtotal: session.amount_subtotal,
        amountTotal: session.amount_total,
        currency: session.currency,
        reference: session.client_reference_id,
      },
      'PAYMENT MISMATCH: a payment is not the one that was ordered; no credit was added',
    )
  return found
}

function subtotalOf({ amount_subtotal, amount_total, total_details }: StripeSession): number | undefined {
  if (amount_subtotal != null || amount_total == null) return amount_subtotal ?? undefined
  return amount_total - (total_details?.amount_tax ?? 0)
}

function idOf(reference: StripeSession['payment_intent']): string | null {
  return (typeof reference === 'object' ? reference?.id : reference) ?? null
}

/**
 * The later state of a session, which never goes back: the one from Stripe's signed event where the answer has none or an earlier
 * one, otherwise the answer.
 */
function latestSession(
  asked: StripeSession | undefined,
  reported: StripeSession | undefined,
): StripeSession | undefined {
  if (asked === undefined || reported === undefined) return asked ?? reported
  if (rankOf(reported) <= rankOf(asked)) return asked
  const known = Object.entries(reported).filter(([, value]) => value != null)
  return { ...asked, ...Object.fromEntries(known) }
}

function rankOf({ status, payment_status: payment }: StripeSession): number {
  if (payment === 'paid' || payment === 'no_payment_required') return 2
  return status === 'complete' || status === 'expired' ? 1 : 0
}

/** Statuses of disputes that move money. Inquiries (`warning_…`) and prevented disputes move none. */
const stateByStatus: Record<string, DisputeState> = {
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: 'won',
  lost: 'lost',
}

/** Sums the disputes of a payment: open while any is open, then lost if any was lost. */
export function sumDisputes(disputes: readonly { status: string; amount: number }[]): DisputeSum {
  const known = disputes.flatMap(({ status, amount }) => {
    const state = stateByStatus[status]
    return state ? [{ state, amount }] : []
  })
  const has = (state: DisputeState) => known.some((dispute) => dispute.state === state)
  const counted = known.filter(({ state }) => state !== 'won')
  return {
    state: has('open') ? 'open' : has('lost') ? 'lost' : has('won') ? 'won' : null,
    cents: counted.reduce((sum, { amount }) => sum + amount, 0),
  }
}
