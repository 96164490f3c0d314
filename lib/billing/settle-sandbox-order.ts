import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { changePendingOrder } from './internal/orders/change-pending-order'
import type { OrderRow } from './internal/orders/order-row'
import type { PaymentReading } from './internal/orders/reading'
import { cancelPendingOrder } from './internal/orders/repository'
import type { Order, SandboxPaymentRequest } from './orders-schema'
import { readSandboxOrder } from './read-sandbox-order'

/**
 * A button of the sandbox payment page. Only a person of the customer who bought may press one, and only while the order
 * is pending: later presses change nothing and answer the order as it is. How a payment ends is for whoever started the
 * server to say: it makes credit that nobody paid for.
 */
export async function settleSandboxOrder(
  caller: Caller,
  orderId: string,
  { action }: SandboxPaymentRequest,
  holdsDemoLink: boolean,
): Promise<Order> {
  if (caller.apiKey !== null)
    throw new AppError('insufficient_scope', { message: 'Only a signed-in person can pay in the sandbox.' })
  const { order_id } = await readSandboxOrder(caller, orderId)
  if (action !== 'cancel' && !holdsDemoLink) throw new AppError('demo_link_needed')
  if (action === 'cancel') await cancelPendingOrder(order_id, clock.now(), null)
  else
    await changePendingOrder(order_id, (order, now) =>
      now < order.expiresAt ? readingOf[action](order) : undefined,
    )
  return readSandboxOrder(caller, orderId)
}

const readingOf: Record<'pay' | 'decline', (order: OrderRow) => PaymentReading> = {
  pay: ({ sessionId, priceCents }) => ({
    payment: 'paid',
    session: {
      id: sessionId ?? '',
      paymentIntentId: null,
      invoice: null,
      chargedCents: priceCents,
      taxCents: 0,
      stripeCustomerId: null,
      buyerName: null,
      buyerEmail: null,
    },
  }),
  decline: () => ({ payment: 'failed', failure: 'card_declined' }),
}
