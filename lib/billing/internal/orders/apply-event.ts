import { logger } from '@/lib/platform/logger'
import { findOrderOf } from '../stripe/find-order-of'
import { type EventSubject, readHint } from '../stripe/read-hint'
import { insertEvent, isEventProcessed } from '../stripe/repository'
import type { StripeEvent } from '../stripe/stripe-objects'
import { applyEarlyEvents } from './apply-early-events'
import { findOrderId } from './repository'
import { syncOrder } from './sync-order'

/**
 * Deals with an event of Stripe, whichever way it came. The event says where to look; what counts is what Stripe answers
 * when asked (`syncOrder`). It is noted in the same transaction that books what it led to, so an event whose handling
 * failed is dealt with when it comes again, and one that was dealt with changes nothing.
 */
export async function applyEvent(event: StripeEvent): Promise<void> {
  const subject = readHint(event)
  if (subject === undefined || (await isEventProcessed(event.id))) return
  const noted = { id: event.id, type: event.type }
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

async function keepForLater(
  noted: { id: string; type: string },
  { paymentIntentId, hint: { refundedCents, disputes } }: EventSubject,
): Promise<void> {
  const hint = { ...(refundedCents !== undefined && { refundedCents }), ...(disputes && { disputes }) }
  await insertEvent({ ...noted, orderId: null, ...(paymentIntentId !== null && { paymentIntentId, hint }) })
  // The payment may have been booked since it was looked for: whichever of the two is later sees the other.
  const orderId = paymentIntentId === null ? undefined : await findOrderId({ paymentIntentId })
  if (orderId) await applyEarlyEvents(orderId)
}
