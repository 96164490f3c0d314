import type { OrderRow } from './order-row'

/** A try that comes that soon after the payment page could not be opened means the same purchase. */
const RESUME_MILLIS = 60_000

/**
 * Whether a request to buy without an idempotency key of its own goes on with this pending order of the same package:
 * only with one whose page nobody was given. What has a page is a purchase, and the next request is the next one.
 */
export function isResumable(order: Pick<OrderRow, 'createdAt' | 'sessionId'>, now: Date): boolean {
  return order.sessionId === null && now.getTime() - order.createdAt.getTime() < RESUME_MILLIS
}
