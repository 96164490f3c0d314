import { StatusDot } from '@/components/ui/badge'
import { formatMoney } from '@/lib/client/format/money'
import type { Order } from '@/lib/money/orders/orders-schema'
import { isOpenOrder } from '@/lib/money/orders/queries'

/** How far an order has come, and why where that needs saying. */
export function OrderStatus({ order, hideNote }: { order: Order; hideNote?: boolean }) {
  const { word, tone, note } = describeOrder(order)
  return (
    <span className="flex min-w-0 flex-col">
      <StatusDot tone={tone}>{word}</StatusDot>
      {note && !hideNote && <span className="pl-3 text-xs text-faint">{note}</span>}
    </span>
  )
}

type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'
type Description = { word: string; tone: Tone; note: string | null }

const statusLabels: Record<Order['status'], { word: string; tone: Tone }> = {
  pending: { word: 'Waiting for payment', tone: 'accent' },
  processing: { word: 'Processing', tone: 'accent' },
  paid: { word: 'Paid', tone: 'success' },
  failed: { word: 'Failed', tone: 'danger' },
  cancelled: { word: 'Cancelled', tone: 'neutral' },
  expired: { word: 'Expired', tone: 'neutral' },
  partially_refunded: { word: 'Partly refunded', tone: 'warning' },
  refunded: { word: 'Refunded', tone: 'warning' },
  disputed: { word: 'Disputed', tone: 'danger' },
  charged_back: { word: 'Charged back', tone: 'danger' },
}

/** An order's status for people, with what follows from it. */
function describeOrder(order: Order): Description {
  return { ...statusLabels[order.status], note: noteOf(order) }
}

function noteOf({ status, failure, refunded_amount }: Order): string | null {
  switch (status) {
    case 'failed':
      return failure?.message ?? null
    case 'partially_refunded':
      return `${formatMoney(refunded_amount, 'payment')} paid back`
    case 'disputed':
      return 'The credit is held back meanwhile'
    case 'charged_back':
      return 'The credit was taken back'
    default:
      return null
  }
}

/** What an order credited or may yet credit; null where its payment failed. */
export function formatCredit({ status, paid_at, credit_amount }: Order): string | null {
  return paid_at !== null || isOpenOrder(status) ? formatMoney(credit_amount, 'exact') : null
}

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
