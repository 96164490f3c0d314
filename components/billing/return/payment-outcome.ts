import type { Order } from '@/lib/billing/orders-schema'

/**
 * What somebody who comes back from the payment page is told. `late` still waits, only longer than a payment by card takes.
 */
export type PaymentOutcome =
  | 'waiting'
  | 'late'
  | 'paid'
  | 'declined'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'reversed'

/** A payment by card is known within seconds; after this something is amiss, though nothing is lost. */
export const LATE_MILLIS = 30_000

export function paymentOutcome(
  order: Pick<Order, 'status' | 'failure'>,
  waitedMillis: number,
): PaymentOutcome {
  switch (order.status) {
    case 'pending':
    case 'processing':
      return waitedMillis < LATE_MILLIS ? 'waiting' : 'late'
    case 'paid':
      return 'paid'
    case 'failed':
      return order.failure?.code === 'card_declined' ? 'declined' : 'failed'
    case 'cancelled':
    case 'expired':
      return order.status
    default:
      return 'reversed'
  }
}
