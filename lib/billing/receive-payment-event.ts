import { applyEvent } from './internal/orders/apply-event'
import { verifyEvent } from './internal/stripe/verify-event'
import type { WebhookReply } from './public-schema'

/**
 * Stripe tells that something happened to a payment. Acknowledged only when all that it led to is booked: should anything
 * fail on the way, Stripe sends it again, and what never arrives is found by `sweepPaymentEvents`.
 */
export async function receivePaymentEvent(
  body: Buffer,
  signature: string | undefined,
): Promise<WebhookReply> {
  await applyEvent(await verifyEvent(body, signature))
  return { received: true }
}
