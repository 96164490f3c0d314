import { clock } from '@/lib/platform/clock'
import { logger } from '@/lib/platform/logger'
import { claimDueOrders } from './internal/orders/repository'
import { syncOrder } from './internal/orders/sync-order'

const AT_ONCE = 100
const TOGETHER = 5
/** Should this process die, or Stripe not answer. */
const TRY_AGAIN_MILLIS = 5 * 60_000

/**
 * Asks Stripe about orders that have waited for news for a while, so that a lost webhook loses no money, and ends those
 * that nobody paid. When the next look at an order is due stands in the order itself (`look-again.ts`).
 */
export async function sweepOrders(): Promise<number> {
  const now = clock.now()
  const due = await claimDueOrders(now, new Date(now.getTime() + TRY_AGAIN_MILLIS), AT_ONCE)
  for (let from = 0; from < due.length; from += TOGETHER)
    await Promise.all(due.slice(from, from + TOGETHER).map(look))
  return due.length
}

async function look(orderId: string): Promise<void> {
  try {
    await syncOrder(orderId)
  } catch (error) {
    logger.warn({ orderId, err: String(error) }, 'the payment of an order could not be asked about')
  }
}
