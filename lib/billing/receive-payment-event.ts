import { logger } from '@/lib/platform/logger'
import { syncOrder } from './internal/orders/sync-order'
import { findOrderOf } from './internal/stripe/find-order'
import { readHint } from './internal/stripe/read-hint'
import { insertEvent, isEventProcessed } from './internal/stripe/repository'
import { verifyEvent } from './internal/stripe/verify-event'
import type { WebhookReply } from './public-schema'

/**
 * Stripe tells that something happened to a payment. The event says where to look; what counts is what Stripe answers when
 * asked (`syncOrder`). It is noted in the same transaction that books what it led to, and only then acknowledged: should
 * anything fail on the way, Stripe sends it again.
 */
export async function receivePaymentEvent(
  body: Buffer,
  signature: string | undefined,
): Promise<WebhookReply> {
  const event = verifyEvent(body, signature)
  const subject = readHint(event)
  if (subject === undefined || (await isEventProcessed(event.id))) return { received: true }
  const noted = { id: event.id, type: event.type }
  const found = await findOrderOf(subject)
  if (found === undefined) {
    logger.info({ eventId: event.id, type: event.type }, 'an event of Stripe is about no order of ours')
    await insertEvent({ ...noted, orderId: null })
    return { received: true }
  }
  const { sessionId } = found
  const hint = sessionId === undefined ? subject.hint : { ...subject.hint, sessionId }
  await syncOrder(found.orderId, { hint, event: noted })
  return { received: true }
}
