import { findOrderId } from '../orders/repository'
import { askStripeFor } from './ask-stripe'
import { parseReply } from './parse-reply'
import type { EventSubject } from './read-hint'
import { StripePaymentIntent, StripeSession } from './stripe-objects'

/**
 * The order that an event is about, and its session: by our own records first, and where those do not know the payment
 * yet (its refund is heard of before it), by asking Stripe. Undefined: the payment is not one of ours.
 */
export async function findOrderOf({
  sessionId,
  paymentIntentId,
  orderId,
}: EventSubject): Promise<{ orderId: string; sessionId?: string } | undefined> {
  const known =
    (sessionId && (await findOrderId({ sessionId }))) ||
    (paymentIntentId && (await findOrderId({ paymentIntentId }))) ||
    (orderId && (await findOrderId({ id: orderId })))
  if (known) return { orderId: known }
  if (sessionId !== null || paymentIntentId === null) return undefined
  return askFor(paymentIntentId)
}

async function askFor(paymentIntentId: string): Promise<{ orderId: string; sessionId?: string } | undefined> {
  const list = await askStripeFor((stripe) =>
    stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 }),
  )
  const session = list?.data[0] && parseReply(StripeSession, list.data[0])
  if (session) {
    const orderId = await findOrderId({ sessionId: session.id })
    if (orderId) return { orderId, sessionId: session.id }
  }
  const intent = await askStripeFor((stripe) => stripe.paymentIntents.retrieve(paymentIntentId))
  const named = intent && parseReply(StripePaymentIntent, intent).metadata?.order_id
  const orderId = named ? await findOrderId({ id: named }) : undefined
  return orderId ? { orderId, ...(session && { sessionId: session.id }) } : undefined
}
