import { clock } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'
import { askStripe } from '../stripe/client'
import { readPayment } from '../stripe/read-payment'
import { insertEvent } from '../stripe/repository'
import { decideOrder, type OrderRow, type PaymentHint, type PaymentReading } from './order'
import { applyToOrder, issueTicket } from './repository'

type Cause = { hint: PaymentHint; event: { id: string; type: string } }

/** An order whose session Stripe does not know expires this long after its page would have closed. */
const LOST_AFTER_MILLIS = 24 * 60 * 60 * 1000

/**
 * Updates an order to the state of its payment at Stripe. Every event and sweep ends here, so it does not matter which of them
 * arrive, how often, or in what order. Throws the errors of `askStripe`.
 */
export async function syncOrder(orderId: string, cause?: Cause): Promise<void> {
  // Issued before Stripe is asked: of two readings, the one with the later ticket saw at least as much.
  const issued = await issueTicket(orderId)
  if (issued === undefined) return
  const { ticket, order } = issued
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
  // The event may be the only source of what it reports, so it is applied again to the newer order.
  if (isOvertaken && cause !== undefined) await syncOrder(orderId, cause)
}

/** Reads a payment; closes the page of a cancelled or expired order first, unless it was paid. */
async function readPaymentOrClose(order: OrderRow, hint: PaymentHint): Promise<PaymentReading | undefined> {
  const reading = await readPayment(order, hint)
  const { sessionId, cancelledAt, expiresAt } = order
  const isGivenUp = cancelledAt !== null || clock.now() >= expiresAt
  if (sessionId === null || !isGivenUp || reading?.payment !== 'open') return reading
  await closeSession(sessionId)
  return readPayment(order, hint)
}

/** For a session that Stripe does not know (another Stripe account, for example): keeps the stage, and expires in the end. */
function missingReading(order: OrderRow, now: Date): PaymentReading {
  const isLost = now.getTime() > order.expiresAt.getTime() + LOST_AFTER_MILLIS
  return { payment: isLost ? 'expired' : order.payment }
}

/** Real money must never pay for a sandbox order, or vice versa. */
async function syncSandboxOrder(order: OrderRow, cause: Cause | undefined): Promise<void> {
  if (cause === undefined) {
    await changePendingOrder(order.id, ({ expiresAt }, now) =>
      now >= expiresAt ? { payment: 'expired' } : undefined,
    )
    return
  }
  logger.error(
    { orderId: order.id, eventId: cause.event.id },
    'PAYMENT MISMATCH: Stripe reported a payment for a sandbox order; no credit was added',
  )
  await insertEvent({ ...cause.event, orderId: order.id })
}

/**
 * Ends an order that is still pending without asking Stripe. Where `read` returns nothing, or the order changed first, it stays
 * unchanged. Returns the order.
 */
export async function changePendingOrder(
  orderId: string,
  read: (order: OrderRow, now: Date) => PaymentReading | undefined,
): Promise<OrderRow | undefined> {
  const issued = await issueTicket(orderId)
  if (issued === undefined) return undefined
  const { ticket } = issued
  const { order } = await applyToOrder({ id: orderId, ticket }, (before) => {
    const now = clock.now()
    const reading = before.status === 'pending' ? read(before, now) : undefined
    return reading && decideOrder(before, { reading, hint: {}, ticket }, now)
  })
  return order
}

/** Fails an order without a payment page, which cannot have been paid. */
export async function failCheckout(orderId: string): Promise<void> {
  await changePendingOrder(orderId, (order) =>
    order.sessionId === null ? { payment: 'open', failure: 'checkout_failed' } : undefined,
  )
}

/** Expires a payment page, so it can no longer be paid; does nothing where it has already ended. */
async function closeSession(sessionId: string): Promise<void> {
  await askStripe(async (stripe) => {
    try {
      await stripe.checkout.sessions.expire(sessionId)
    } catch (error) {
      if (!(error instanceof stripe.errors.StripeInvalidRequestError)) throw error
    }
  })
}
