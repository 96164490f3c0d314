import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { logger } from '@/lib/platform/logger'
import { inTransaction } from '@/lib/platform/transaction'
import { detachCardJob } from './billing'
import { findOrder, findOrderId } from './internal/orders/repository'
import { syncOrder } from './internal/orders/sync-order'
import {
  askStripeFor,
  parseReply,
  type StripeEvent,
  StripePaymentIntent,
  StripeSession,
  StripeSetupIntent,
} from './internal/stripe/client'
import {
  type EventSubject,
  type ListedEvent,
  listEvents,
  readHint,
  verifyEvent,
} from './internal/stripe/events'
import {
  assignEvents,
  deleteEventsBefore,
  findEventsRead,
  insertEvent,
  isEventProcessed,
  listEarlyEvents,
  saveEventsRead,
  saveStripeCustomer,
} from './internal/stripe/repository'
import { saveCard } from './internal/top-up-repository'
import { readPaymentsMode } from './offer'
import type { WebhookReply } from './orders-schema'

/**
 * Stripe reports that something happened to a payment. Acknowledged only when all its effects are booked: should
 * anything fail, Stripe sends it again, and what never arrives is found by `sweepPaymentEvents`.
 */
export async function receivePaymentEvent(
  body: Buffer,
  signature: string | undefined,
): Promise<WebhookReply> {
  await applyEvent(await verifyEvent(body, signature))
  return { received: true }
}

const MINUTE = 60_000
/** Stripe forgets events that are older. */
const STRIPE_KEEPS_MILLIS = 30 * 24 * 60 * MINUTE
/** An event may show in the list later than its time says, or later than one with a later time. */
const OVERLAP_MILLIS = 60 * MINUTE
const TOGETHER = 5
const awayCodes = new Set<string>(['upstream_timeout', 'upstream_unavailable', 'rate_limit_exceeded'])

/**
 * Reads Stripe's events since the last sweep and processes them as if their webhooks had arrived: so a refund, a
 * dispute or a payment whose webhook is lost is booked all the same. How far was read is stored in the database, in
 * Stripe's own time. It advances when all were processed, and not past one that could not be: the next sweep finds that
 * one again. Concurrent sweeps do the same twice, which changes nothing. Returns how many events were read.
 */
export async function sweepPaymentEvents(): Promise<number> {
  if (readPaymentsMode() !== 'stripe') return 0
  const now = clock.now()
  const before = await findEventsRead()
  const oldest = now.getTime() - STRIPE_KEEPS_MILLIS
  if (before && before.askedAt.getTime() < oldest)
    logger.error(
      { from: before.askedAt, until: new Date(oldest) },
      'PAYMENT EVENTS UNSEEN: Stripe keeps them for 30 days, and it was not asked for longer; compare the refunds and disputes of that time by hand',
    )
  const since = new Date(Math.max(oldest, (before?.seenAt?.getTime() ?? 0) - OVERLAP_MILLIS))
  try {
    const { count, seenAt } = await readSince(since)
    await saveEventsRead({ seenAt: seenAt ?? before?.seenAt ?? null, askedAt: now })
    return count
  } catch (error) {
    logger.warn({ since, err: String(error) }, 'the events of Stripe could not be read; they will be')
    return 0
  }
}

/** `seenAt`: up to when everything was processed, by Stripe's clock. Undefined: there was nothing. */
async function readSince(since: Date): Promise<{ count: number; seenAt: Date | undefined }> {
  let count = 0
  let newest = Number.NEGATIVE_INFINITY
  let oldestLeft = Number.POSITIVE_INFINITY
  for await (const events of listEvents(since)) {
    for (let from = 0; from < events.length; from += TOGETHER) {
      const some = events.slice(from, from + TOGETHER)
      const outcomes = await Promise.all(some.map(isProcessed))
      for (const [index, { created }] of some.entries())
        if (outcomes[index]) newest = Math.max(newest, created)
        else oldestLeft = Math.min(oldestLeft, created)
    }
    count += events.length
  }
  const seconds = Number.isFinite(oldestLeft) ? oldestLeft : newest
  return { count, seenAt: count === 0 ? undefined : new Date(seconds * 1000) }
}

/** Throws when Stripe is away: it would not answer for the others either. */
async function isProcessed(event: ListedEvent): Promise<boolean> {
  try {
    await applyEvent(event)
    return true
  } catch (error) {
    if (error instanceof AppError && awayCodes.has(error.code)) throw error
    const { id, type } = event
    logger.error({ eventId: id, type, err: String(error) }, 'an event of Stripe cannot be dealt with')
    return false
  }
}

/** Stripe repeats an event for three days, and by hand for thirty. */
const KEPT_MILLIS = 60 * 24 * 60 * 60 * 1000

/** Deletes events that cannot arrive again. Should one do so anyway, it is processed anew and changes nothing. */
export function deleteOldPaymentEvents(): Promise<number> {
  return deleteEventsBefore(new Date(clock.now().getTime() - KEPT_MILLIS))
}

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
  return askStripeForOrder(paymentIntentId)
}

async function askStripeForOrder(
  paymentIntentId: string,
): Promise<{ orderId: string; sessionId?: string } | undefined> {
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
