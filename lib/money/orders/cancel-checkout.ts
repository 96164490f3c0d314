import { paths } from '@/lib/client/paths'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { logger } from '@/lib/platform/logger'
import type { Transaction } from '@/lib/platform/transaction'
import {
  cancelPendingOrder,
  countUnsettledOrders,
  findOrder,
  listPendingOrderIds,
} from './internal/orders/repository'
import { syncOrder } from './internal/orders/sync-order'
import { isCancelSignature } from './internal/stripe/open-session'
import type { CancelQuery } from './orders-schema'

/**
 * The customer returns from the payment page by its cancel link, which carries our signature instead of a session. The
 * order is cancelled at once and its page closed at Stripe, now or by the sweep; should it have been paid anyway, the
 * payment counts. Returns the page to redirect to.
 */
export async function cancelCheckout({ order: orderId, signature }: CancelQuery): Promise<string> {
  if (!isCancelSignature(orderId, signature)) throw new AppError('not_found')
  const now = clock.now()
  if (await cancelPendingOrder(orderId, now, now))
    await syncOrder(orderId).catch((error: unknown) =>
      logger.warn({ orderId, err: String(error) }, 'a cancelled payment page is not closed yet'),
    )
  const order = await findOrder({ id: orderId })
  if (order === undefined) throw new AppError('not_found')
  return order.status === 'cancelled' ? paths.billingCancelled(orderId) : paths.billingReturn(orderId)
}

/** Cancels a customer's pending orders: their open payment pages are closed at Stripe, now or by the sweep. */
export async function cancelCheckouts(customerId: string): Promise<void> {
  const now = clock.now()
  for (const orderId of await listPendingOrderIds(customerId))
    if (await cancelPendingOrder(orderId, now, now))
      await syncOrder(orderId).catch((error: unknown) =>
        logger.warn({ orderId, err: String(error) }, 'a cancelled payment page is not closed yet'),
      )
}

/** Throws `payment_under_way` while a payment of the customer is in progress or disputed. */
export async function refuseWhilePaying(customerId: string, transaction: Transaction): Promise<void> {
  if ((await countUnsettledOrders(customerId, transaction)) > 0) throw new AppError('payment_under_way')
}
