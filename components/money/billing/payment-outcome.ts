import { formatMoney } from '@/lib/client/format/money'
import type { Order } from '@/lib/money/orders/orders-schema'

/**
 * What is shown on return from the payment page. `late` still waits, only longer than a payment by card takes.
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

/** An outcome in words: what happened, and what it means for the money. */
export function describeOutcome(outcome: PaymentOutcome, order: Order): { title: string; text: string } {
  const credit = formatMoney(order.credit_amount, 'exact')
  switch (outcome) {
    case 'waiting':
      return {
        title: 'Waiting for the payment',
        text: 'This takes a few seconds. The page goes on by itself.',
      }
    case 'late':
      return {
        title: 'This takes longer than usual',
        text: `Nothing is lost: as soon as the payment is confirmed, ${credit} are credited, whether or not this page is open.`,
      }
    case 'paid':
      return {
        title: `${credit} credited`,
        text: 'The payment went through, and the credit can be spent now.',
      }
    case 'declined':
      return {
        title: 'The card was declined',
        text: 'Nothing was charged. Try again, or pay with another card.',
      }
    case 'failed':
      return { title: 'The payment failed', text: order.failure?.message ?? 'Nothing was charged.' }
    case 'cancelled':
      return { title: 'The payment was cancelled', text: 'Nothing was charged.' }
    case 'expired':
      return { title: 'The payment page has expired', text: 'It was open for too long. Nothing was charged.' }
    case 'reversed':
      return {
        title: 'This payment was reversed',
        text: 'It was paid back or disputed afterwards. The order says how far.',
      }
  }
}
