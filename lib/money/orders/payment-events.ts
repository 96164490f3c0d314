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
 * Handles Stripe's webhook. An event is acknowledged only when all its effects are booked: if anything fails, Stripe sends it
 * again. `sweepPaymentEvents` finds events that never arrive.
 */
export async function receivePaymentEvent(
  body: Buffer,
  signature: string | undefined,
): Promise<WebhookReply> {
  await applyEvent(await verifyEvent(body, signature))
  return { received: true }
}

const MINUTE = 60_000
/** Stripe keeps events for this long. */
const STRIPE_KEEPS_MILLIS = 30 * 24 * 60 * MINUTE
/** Events may appear in the list late and out of order. */
const OVERLAP_MILLIS = 60 * MINUTE
const TOGETHER = 5
const awayCodes = new Set<string>(['upstream_timeout', 'upstream_unavailable', 'rate_limit_exceeded'])

/**
 * Reads Stripe's events since the last sweep and processes them like webhooks, so an event whose webhook was lost is booked too.
 * The position in Stripe's list is stored in the database and never advances past an event that could not be processed.
 * Concurrent sweeps change nothing. Returns how many events were read.
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
    logger.warn({ since, err: String(error) }, 'the events of Stripe could not be read; retrying later')
    return 0
  }
}

/** `seenAt`: until when everything was processed, by Stripe's clock; undefined without events. */
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

/** False where the event cannot be processed. Throws when Stripe is unavailable, as the others would fail too. */
async function isProcessed(event: ListedEvent): Promise<boolean> {
  try {
    await applyEvent(event)
    return true
  } catch (error) {
    if (error instanceof AppError && awayCodes.has(error.code)) throw error
    const { id, type } = event
    logger.error({ eventId: id, type, err: String(error) }, 'an event of Stripe cannot be processed')
    return false
  }
}

/** Stripe resends an event for three days, and on request for thirty. */
const KEPT_MILLIS = 60 * 24 * 60 * 60 * 1000

/** Deletes events that cannot arrive again. If one does, processing it again changes nothing. */
export function deleteOldPaymentEvents(): Promise<number> {
  return deleteEventsBefore(new Date(clock.now().getTime() - KEPT_MILLIS))
}

/**
 * Processes a Stripe event from a webhook or the list. The event only tells which payment to look at; what Stripe's API returns
 * for it counts (`syncOrder`). It is recorded in the transaction that books its effects: a failed event is processed when it
 * arrives again, a processed one changes nothing.
 */
async function applyEvent(event: StripeEvent): Promise<void> {
  const subject = readHint(event)
  if (subject === undefined || (await isEventProcessed(event.id))) return
  const record = { id: event.id, type: event.type }
  const { session } = subject.hint
  if (session?.mode === 'setup') return applySavedCard(session, record)
  const found = await findOrderOf(subject)
  if (found === undefined) {
    logger.info({ eventId: event.id, type: event.type }, 'an event of Stripe belongs to no order')
    return keepForLater(record, subject)
  }
  const { sessionId } = found
  const hint = sessionId === undefined ? subject.hint : { ...subject.hint, sessionId }
  await syncOrder(found.orderId, { hint, event: record })
  await applyEarlyEvents(found.orderId)
}

/** Saves the card of a completed card page; the latest one counts. */
async function applySavedCard(
  { client_reference_id: customerId, setup_intent: id, customer }: StripeSession,
  record: { id: string; type: string },
): Promise<void> {
  const reply =
    id === null
      ? undefined
      : await askStripeFor((stripe) => stripe.setupIntents.retrieve(id, { expand: ['payment_method'] }))
  const setup = reply && parseReply(StripeSetupIntent, reply)
  const method = typeof setup?.payment_method === 'object' ? setup.payment_method : undefined
  const stripeCustomerId = setup?.customer ?? customer
  await inTransaction(async (transaction) => {
    await insertEvent({ ...record, orderId: null }, transaction)
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
  record: { id: string; type: string },
  { paymentIntentId, hint: { refundedCents, disputes } }: EventSubject,
): Promise<void> {
  const hint = { ...(refundedCents !== undefined && { refundedCents }), ...(disputes && { disputes }) }
  await insertEvent({ ...record, orderId: null, ...(paymentIntentId !== null && { paymentIntentId, hint }) })
  // The payment may have been booked in the meantime: whichever of the two comes later finds the other.
  const orderId = paymentIntentId === null ? undefined : await findOrderId({ paymentIntentId })
  if (orderId) await applyEarlyEvents(orderId)
}

/**
 * Applies events that arrived before their payment was known. A refund or dispute can be reported before its payment, without
 * naming the order.
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
 * The order of an event, and its session: from our records, or from Stripe where these do not have the payment yet. Undefined:
 * the payment belongs to no order here.
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
