import { clock } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'
import { cancelPendingOrder, listPendingOrderIds } from './internal/orders/repository'
import { syncOrder } from './internal/orders/sync-order'

/** Gives up what a customer is about to pay for: its open payment pages are closed, at Stripe now or by the sweep. */
export async function cancelCheckouts(customerId: string): Promise<void> {
  const now = clock.now()
  for (const orderId of await listPendingOrderIds(customerId))
    if (await cancelPendingOrder(orderId, now, now))
      await syncOrder(orderId).catch((error: unknown) =>
        logger.warn({ orderId, err: String(error) }, 'a cancelled payment page is not closed yet'),
      )
}
