import { enqueue } from '@/lib/platform/jobs/enqueue'
import { logger } from '@/lib/platform/logger'
import { inTransaction } from '@/lib/platform/transaction'
import { detachCardJob } from '../../auto-top-up'
import { askStripeFor, parseReply } from '../stripe/ask-stripe'
import { type EventSubject, readHint } from '../stripe/events'
import {
  assignEvents,
  insertEvent,
  isEventProcessed,
  listEarlyEvents,
  saveStripeCustomer,
} from '../stripe/repository'
import {
  type StripeEvent,
  StripePaymentIntent,
  StripeSession,
  StripeSetupIntent,
} from '../stripe/stripe-objects'
import { saveCard } from '../top-up-repository'
import { findOrder, findOrderId } from './repository'
import { syncOrder } from './sync-order'

/**
 * Processes a Stripe event, by whichever way it arrived. The event says where to look; what counts is what Stripe's API
 * then returns (`syncOrder`). It is recorded in the same transaction that books its effects, so an event whose
 * processing failed is processed when it arrives again, and one that was processed changes nothing.
 */
export async function applyEvent(event: StripeEvent): Promise<void> {
  const subject = readHint(event)
  if (subject === undefined || (await isEventProcessed(event.id))) return
  const noted = { id: event.id, type: event.type }
  const { session } = subject.hint
  if (session?.mode === 'setup') return applySavedCard(session, noted)
  const found = await findOrderOf(subject)
  if (found === undefined) {
    logger.info({ eventId: event.id, type: event.type }, 'an event of Stripe is about no order of ours')
    return keepForLater(noted, subject)
  }
  const { sessionId } = found
  const hint = sessionId === undefined ? subject.hint : { ...subject.hint, sessionId }
  await syncOrder(found.orderId, { hint, event: noted })
  await applyEarlyEvents(found.orderId)
}

/** A customer of ours has finished the page on which a card is saved: Stripe's card is saved, the latest counts. */
async function applySavedCard(
  { client_reference_id: customerId, setup_intent: id, customer }: StripeSession,
  noted: { id: string; type: string },
): Promise<void> {
  const reply =
    id === null
      ? undefined
      : await askStripeFor((stripe) => stripe.setupIntents.retrieve(id, { expand: ['payment_method'] }))
  const setup = reply && parseReply(StripeSetupIntent, reply)
  const method = typeof setup?.payment_method === 'object' ? setup.payment_method : undefined
  const stripeCustomerId = setup?.customer ?? customer
  await inTransaction(async (transaction) => {
    await insertEvent({ ...noted, orderId: null }, transaction)
    if (setup?.status !== 'succeeded' || !method || !customerId || !stripeCustomerId) return
    const { brand, last4, exp_month, exp_year } = method.card
    const card = { brand, last4, exp_month, exp_year }
    const saved = await saveCard(
      customerId,
      { stripeCustomerId, paymentMethodId: method.id, card },
      transaction,
    )
    if (!saved) return
    await saveStripeCustomer(customerId, stripeCustomerId, transaction)
    if (saved.replacedId) await enqueue(detachCardJob, { paymentMethodId: saved.replacedId }, { transaction })
  })
}

async function keepForLater(
  noted: { id: string; type: string },
  { paymentIntentId, hint: { refundedCents, disputes } }: EventSubject,
): Promise<void> {
  const hint = { ...(refundedCents !== undefined && { refundedCents }), ...(disputes && { disputes }) }
  await insertEvent({ ...noted, orderId: null, ...(paymentIntentId !== null && { paymentIntentId, hint }) })
  // The payment may have been booked since it was looked for: whichever of the two is later finds the other.
  const orderId = paymentIntentId === null ? undefined : await findOrderId({ paymentIntentId })
  if (orderId) await applyEarlyEvents(orderId)
}

/**
 * A refund or a dispute may be reported before the payment itself, and its event need not name the order. Such events
 * count once the order's payment is known, wherever Stripe cannot be asked for the charge.
 */
async function applyEarlyEvents(orderId: string): Promise<void> {
  const paymentIntentId = (await findOrder({ id: orderId }))?.paymentIntentId
  if (!paymentIntentId) return
  const early = await listEarlyEvents(paymentIntentId)
  for (const { id, type, hint } of early) await syncOrder(orderId, { hint, event: { id, type } })
  if (early.length > 0)
    await assignEvents(
      early.map(({ id }) => id),
      orderId,
    )
}

/**
 * The order that an event is about, and its session: by our own records first, and where those do not have the payment
 * yet (its refund arrived first), by asking Stripe. Undefined: the payment is not one of ours.
 */
async function findOrderOf({
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
