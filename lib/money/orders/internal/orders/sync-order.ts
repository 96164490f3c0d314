import { clock } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'
import { askStripe } from '../stripe/client'
import { readPayment } from '../stripe/read-payment'
import { insertEvent } from '../stripe/repository'
import { decideOrder, type OrderRow, type PaymentHint, type PaymentReading } from './order'
import { applyToOrder, issueTicket } from './repository'

type Cause = { hint: PaymentHint; event: { id: string; type: string } }

/** An order whose session Stripe does not know fails this long after its page would have closed. */
const FORGOTTEN_MILLIS = 24 * 60 * 60 * 1000

/**
 * Updates an order to what Stripe says of its payment. Every event and every sweep ends here, so it does not matter
 * which of them arrive, how often, or in what order. Throws as `askStripe` does when Stripe cannot be asked.
 */
export async function syncOrder(orderId: string, cause?: Cause): Promise<void> {
  // The ticket is issued before Stripe is asked: of two readings, the one with the later ticket saw at least as much.
  const taken = await issueTicket(orderId)
  if (taken === undefined) return
  const { ticket, order } = taken
  if (order.gateway === 'sandbox') return syncSandboxOrder(order, cause)
  const hint = cause?.hint ?? {}
  const reading = await readPaymentOrClose(order, hint)
  const isUnasked = reading === undefined && order.sessionId === null && !order.isAutomatic
  if (isUnasked && cause === undefined) return failCheckout(orderId)
  const stripeCustomerId = reading?.session?.stripeCustomerId
  const application = { id: orderId, ticket, event: cause?.event, stripeCustomerId }
  const { isOvertaken } = await applyToOrder(application, (current) => {
    const now = clock.now()
    return decideOrder(current, { reading: reading ?? missingReading(current, now), hint, ticket }, now)
  })
  // The event may be the only source of what it says: it is applied again, to the order as it is by then.
  if (isOvertaken && cause !== undefined) await syncOrder(orderId, cause)
}

/** Closes a page that the customer left, or that has expired, unless it was paid first. */
async function readPaymentOrClose(order: OrderRow, hint: PaymentHint): Promise<PaymentReading | undefined> {
  const reading = await readPayment(order, hint)
  const { sessionId, cancelledAt, expiresAt } = order
  const isGivenUp = cancelledAt !== null || clock.now() >= expiresAt
  if (sessionId === null || !isGivenUp || reading?.payment !== 'open') return reading
  await closeSession(sessionId)
  return readPayment(order, hint)
}

/** Stripe knows no such session (the account was changed, say): what is known stays, but not forever. */
function missingReading(order: OrderRow, now: Date): PaymentReading {
  const isForgotten = now.getTime() > order.expiresAt.getTime() + FORGOTTEN_MILLIS
  return { payment: isForgotten ? 'expired' : order.payment }
}

/** Real money must never pay for a sandbox order, nor vice versa. */
async function syncSandboxOrder(order: OrderRow, cause: Cause | undefined): Promise<void> {
  if (cause === undefined) {
    await changePendingOrder(order.id, ({ expiresAt }, now) =>
      now >= expiresAt ? { payment: 'expired' } : undefined,
    )
    return
  }
  logger.error(
    { orderId: order.id, eventId: cause.event.id },
    'PAYMENT MISMATCH: Stripe tells of a payment for a sandbox order; no credit was given',
  )
  await insertEvent({ ...cause.event, orderId: order.id })
}

/**
 * Ends an order that is still pending by what we know ourselves. Where `read` returns nothing, or the order changed
 * first, it stays as it is. Returns the resulting order.
 */
export async function changePendingOrder(
  orderId: string,
  read: (order: OrderRow, now: Date) => PaymentReading | undefined,
): Promise<OrderRow | undefined> {
  const taken = await issueTicket(orderId)
  if (taken === undefined) return undefined
  const { ticket } = taken
  const { order } = await applyToOrder({ id: orderId, ticket }, (before) => {
    const now = clock.now()
    const reading = before.status === 'pending' ? read(before, now) : undefined
    return reading && decideOrder(before, { reading, hint: {}, ticket }, now)
  })
  return order
}

/** The payment page could not be opened, so it cannot have been paid. */
export async function failCheckout(orderId: string): Promise<void> {
  await changePendingOrder(orderId, (order) =>
    order.sessionId === null ? { payment: 'open', failure: 'checkout_failed' } : undefined,
  )
}

/** Expires a payment page, so that it can no longer be paid. False when it had ended already, by a payment or otherwise. */
async function closeSession(sessionId: string): Promise<boolean> {
  return askStripe(async (stripe) => {
    try {
      await stripe.checkout.sessions.expire(sessionId)
      return true
    } catch (error) {
      if (error instanceof stripe.errors.StripeInvalidRequestError) return false
      throw error
    }
  })
}
