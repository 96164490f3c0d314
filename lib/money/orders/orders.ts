import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import { offsetOf, toCountedPage } from '@/lib/platform/page-cursor'
import type { OrderRow, PaymentReading } from './internal/orders/order'
import {
  cancelPendingOrder,
  claimDueOrders,
  countDisputedOrders,
  findOrder,
  listOrderRows,
  sumPaidOrders,
} from './internal/orders/repository'
import { changePendingOrder, syncOrder } from './internal/orders/sync-order'
import { readPaymentsMode } from './offer'
import type { Order, OrdersQuery, OrdersReply, SandboxPaymentRequest } from './orders-schema'
import { presentOrder } from './presenter'

/** The customer's orders, newest first. */
export async function listOrders(
  caller: Caller,
  { limit, abandoned: listed, ...from }: OrdersQuery,
): Promise<OrdersReply> {
  const offset = offsetOf(from)
  const page = { limit, offset, abandoned: listed }
  const { rows, total, abandoned } = await listOrderRows(caller.customerId, page)
  return { ...toCountedPage(rows.map(presentOrder), { total, limit, offset }), abandoned }
}

const NANOS_PER_CENT = 10_000_000n

export type TopUps = { count: number; paidNanos: bigint; feeNanos: bigint; refundedNanos: bigint }

/** All customers' payments between each two bounds, without tax: their sum, the fees in it, and refunds since. */
export async function readTopUps(bounds: readonly Date[]): Promise<TopUps[]> {
  const rows = new Map((await sumPaidOrders(bounds)).map((row) => [row.stretch, row]))
  return bounds.slice(1).map((_end, index) => {
    const row = rows.get(index + 1)
    const paidNanos = (row?.price_cents ?? 0n) * NANOS_PER_CENT
    return {
      count: row?.count ?? 0,
      paidNanos,
      feeNanos: paidNanos - (row?.credit_nanos ?? 0n),
      refundedNanos: (row?.refunded_cents ?? 0n) * NANOS_PER_CENT,
    }
  })
}

/** Number of orders with an open dispute, of all customers. */
export function countDisputed(): Promise<number> {
  return countDisputedOrders()
}

/** One of the customer's orders. Throws `not_found`. */
export async function readPaymentStatus(caller: Caller, orderId: string): Promise<Order> {
  const order = await findOrder({ id: orderId, customerId: caller.customerId })
  if (order === undefined) throw new AppError('not_found')
  return presentOrder(order)
}

/** An order of the sandbox payment page. Throws `not_found` for others, and always while Stripe is configured. */
export async function readSandboxOrder(caller: Caller, orderId: string): Promise<Order> {
  const order =
    readPaymentsMode() === 'sandbox'
      ? await findOrder({ id: orderId, customerId: caller.customerId })
      : undefined
  if (order?.gateway !== 'sandbox') throw new AppError('not_found')
  return presentOrder(order)
}

/**
 * Handles a button of the sandbox payment page. Only a signed-in person of the customer may press it; once the order is no
 * longer pending it changes nothing and returns the order. To pay or decline takes the demo link as well, since that
 * creates credit without a payment.
 */
export async function settleSandboxOrder(
  caller: Caller,
  orderId: string,
  { action }: SandboxPaymentRequest,
  holdsDemoLink: boolean,
): Promise<Order> {
  if (caller.apiKey !== null)
    throw new AppError('insufficient_scope', { message: 'A sandbox payment requires a signed-in user.' })
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
      chargedCents: priceCents,
      taxCents: 0,
      stripeCustomerId: null,
      buyerName: null,
      buyerEmail: null,
    },
  }),
  decline: () => ({ payment: 'failed', failure: 'card_declined' }),
}

const AT_ONCE = 100
const TOGETHER = 5
/** When to retry if this process dies or Stripe does not answer. */
const TRY_AGAIN_MILLIS = 5 * 60_000

/**
 * Asks Stripe about orders that had no event for a while, so that a lost webhook loses no money, and ends unpaid ones. Each order
 * stores when it is due next (`nextLookAt`).
 */
export async function sweepOrders(): Promise<number> {
  const now = clock.now()
  const due = await claimDueOrders(now, new Date(now.getTime() + TRY_AGAIN_MILLIS), AT_ONCE)
  for (let from = 0; from < due.length; from += TOGETHER)
    await Promise.all(due.slice(from, from + TOGETHER).map(checkOrder))
  return due.length
}

async function checkOrder(orderId: string): Promise<void> {
  try {
    await syncOrder(orderId)
  } catch (error) {
    logger.warn({ orderId, err: String(error) }, 'the payment of an order could not be checked')
  }
}
