import type { OrderRow } from './order-row'

/** A second click on "Buy" that comes that soon after the first means the first. */
const DOUBLE_CLICK_MILLIS = 5000
/** And so does a second try after the payment page could not be opened. */
const RESUME_MILLIS = 60_000

/** Whether a request to buy without an idempotency key of its own goes on with this pending order of the same package. */
export function isResumable(order: Pick<OrderRow, 'createdAt' | 'sessionId'>, now: Date): boolean {
  const age = now.getTime() - order.createdAt.getTime()
  return age < (order.sessionId === null ? RESUME_MILLIS : DOUBLE_CLICK_MILLIS)
}
