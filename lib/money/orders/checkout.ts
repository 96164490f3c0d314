import { paths } from '@/lib/client/paths'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import { logger } from '@/lib/platform/logger'
import type { Transaction } from '@/lib/platform/transaction'
import { FIRST_CHECK_MILLIS, type OrderRow } from './internal/orders/order'
import {
  cancelPendingOrder,
  countUnsettledOrders,
  findOrder,
  insertOrder,
  listPendingOrderIds,
  type NewOrder,
  saveSession,
} from './internal/orders/repository'
import { failCheckout, syncOrder } from './internal/orders/sync-order'
import { checkoutLocale, isCancelSignature, openSession } from './internal/stripe/open-session'
import { creditPackages, offerOf, readPaymentsMode } from './offer'
import type { CancelQuery, CheckoutReply, CheckoutRequest } from './orders-schema'

/** How long a payment page stays open; Stripe allows 30 minutes to a day. */
const OPEN_MILLIS = 60 * 60 * 1000

/**
 * Starts a purchase: an order and its payment page. The order exists before Stripe is called, so every payment has one; an order
 * that a crash left without a page ends as failed.
 *
 * Without an idempotency key, a retry after a page that could not be opened reuses its order.
 */
export async function createCheckout(
  caller: Caller,
  request: CheckoutRequest,
  { hasIdempotencyKey }: { hasIdempotencyKey: boolean },
): Promise<CheckoutReply> {
  const now = clock.now()
  const gateway = readPaymentsMode()
  if (gateway === 'none')
    throw new AppError('service_unavailable', { message: 'Payments are not configured.' })
  const order = await insertOrder(
    newOrder(caller, request, gateway, now),
    caller.userId,
    (pending) => !hasIdempotencyKey && isResumable(pending, now),
  )
  return toReply(order.sessionId === null ? await openPage(order) : order)
}

function newOrder(
  { customerId }: Caller,
  { inner_id, amount, locale }: CheckoutRequest,
  gateway: OrderRow['gateway'],
  now: Date,
): NewOrder {
  const offer =
    amount === undefined ? creditPackages().find(({ innerId }) => innerId === inner_id) : offerOf(amount)
  if (offer === undefined) throw new AppError('invalid_parameter', { param: 'inner_id' })
  const id = newId('ord')
  const expiresAt = new Date(now.getTime() + OPEN_MILLIS)
  const common = {
    id,
    customerId,
    gateway,
    ...offer,
    locale: checkoutLocale(locale),
    createdAt: now,
    expiresAt,
  }
  if (gateway === 'stripe')
    return {
      ...common,
      sessionId: null,
      checkoutUrl: null,
      nextLookAt: new Date(now.getTime() + FIRST_CHECK_MILLIS),
    }
  return {
    ...common,
    sessionId: id.replace('ord_', 'cs_sandbox_'),
    checkoutUrl: env().publicUrl + paths.sandboxCheckout(id),
    nextLookAt: expiresAt,
  }
}

/** A refusal by Stripe fails the order. Where Stripe did not answer, the order stays and the next attempt reuses it. */
async function openPage(order: OrderRow): Promise<OrderRow> {
  const page = await openSession(order).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'upstream_error' && isRefusal(error.cause))
      await failCheckout(order.id)
    throw error
  })
  const opened = await saveSession(order.id, page)
  if (opened !== undefined) return opened
  // A payment there would credit the other order, so the customer is not sent to it.
  logger.error({ orderId: order.id, sessionId: page.sessionId }, 'Stripe gave the session of another order')
  await failCheckout(order.id)
  throw new AppError('upstream_error', {
    message: 'The payment provider returned the page of another order.',
  })
}

function isRefusal(cause: unknown): boolean {
  if (!(cause instanceof Error) || !('statusCode' in cause)) return false
  return typeof cause.statusCode === 'number' && cause.statusCode >= 400 && cause.statusCode < 500
}

function toReply({ id, status, sessionId, checkoutUrl }: OrderRow): CheckoutReply {
  if (sessionId === null || checkoutUrl === null)
    throw new AppError('service_unavailable', {
      message: `The order is already ${status}. Start a new purchase.`,
    })
  return { order_id: id, checkout_url: checkoutUrl, session_id: sessionId }
}

/** A retry this soon after the payment page could not be opened means the same purchase. */
const RESUME_MILLIS = 60_000

/** Whether a purchase without an idempotency key reuses this pending order of the same price: only if its page was never returned. */
function isResumable(order: Pick<OrderRow, 'createdAt' | 'sessionId'>, now: Date): boolean {
  return order.sessionId === null && now.getTime() - order.createdAt.getTime() < RESUME_MILLIS
}

/**
 * Handles the cancel link of a payment page, which is signed and needs no session. Cancels the order at once and closes its page
 * at Stripe, now or by the sweep. A payment that was made anyway counts. Returns the page to redirect to.
 */
export async function cancelCheckout({ order: orderId, signature }: CancelQuery): Promise<string> {
  if (!isCancelSignature(orderId, signature)) throw new AppError('not_found')
  await cancelOrder(orderId)
  const order = await findOrder({ id: orderId })
  if (order === undefined) throw new AppError('not_found')
  return order.status === 'cancelled' ? paths.billingCancelled(orderId) : paths.billingReturn(orderId)
}

/** Cancels a customer's pending orders and closes their pages at Stripe, now or by the sweep. */
export async function cancelCheckouts(customerId: string): Promise<void> {
  for (const orderId of await listPendingOrderIds(customerId)) await cancelOrder(orderId)
}

async function cancelOrder(orderId: string): Promise<void> {
  const now = clock.now()
  if (await cancelPendingOrder(orderId, now, now))
    await syncOrder(orderId).catch((error: unknown) =>
      logger.warn({ orderId, err: String(error) }, 'a cancelled payment page is not closed yet'),
    )
}

/** Throws `payment_under_way` while a payment of the customer is in progress or disputed. */
export async function refuseWhilePaying(customerId: string, transaction: Transaction): Promise<void> {
  if ((await countUnsettledOrders(customerId, transaction)) > 0) throw new AppError('payment_under_way')
}
