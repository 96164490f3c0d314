import type { OrderRow } from './order-row'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const WHILE_DISPUTED = 6 * HOUR

/** Before that age nobody is asked: the payment page has just been opened. */
export const FIRST_LOOK_MILLIS = 2 * MINUTE

/**
 * When an order's payment is to be asked about again, should no event come: after as long as the order is old, an hour at
 * the most. Null: nothing is awaited.
 */
export function lookAgainAt(
  order: Pick<OrderRow, 'gateway' | 'status' | 'payment' | 'createdAt' | 'expiresAt'>,
  now: Date,
): Date | null {
  if (order.status === 'disputed') return new Date(now.getTime() + WHILE_DISPUTED)
  const isOpen = order.status === 'pending' || order.status === 'processing'
  // Given up here, but the page at the payment provider may still be open.
  const isHalfClosed = order.status === 'cancelled' && order.payment === 'open' && order.gateway === 'stripe'
  if (!isOpen && !isHalfClosed) return null
  if (order.gateway === 'sandbox') return order.expiresAt
  const age = now.getTime() - order.createdAt.getTime()
  return new Date(now.getTime() + Math.min(HOUR, Math.max(FIRST_LOOK_MILLIS, age)))
}
