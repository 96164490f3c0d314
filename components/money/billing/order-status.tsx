import { StatusDot } from '@/components/ui/badge'
import { formatMoney } from '@/lib/client/format/money'
import type { Order } from '@/lib/money/orders/orders-schema'
import { isOpenOrder } from '@/lib/money/orders/queries'

/** An order's status, with a note where it needs one. */
export function OrderStatus({ order, hideNote }: { order: Order; hideNote?: boolean }) {
  const { label, tone } = statusLabels[order.status]
  const note = noteOf(order)
  return (
    <span className="flex min-w-0 flex-col">
      <StatusDot tone={tone}>{label}</StatusDot>
      {note && !hideNote && <span className="pl-3 text-xs text-faint-foreground">{note}</span>}
    </span>
  )
}

type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

const statusLabels: Record<Order['status'], { label: string; tone: Tone }> = {
  pending: { label: 'Waiting for payment', tone: 'accent' },
  processing: { label: 'Processing', tone: 'accent' },
  paid: { label: 'Paid', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'neutral' },
  partially_refunded: { label: 'Partially refunded', tone: 'warning' },
  refunded: { label: 'Refunded', tone: 'warning' },
  disputed: { label: 'Disputed', tone: 'danger' },
  charged_back: { label: 'Charged back', tone: 'danger' },
}

function noteOf({ status, failure, refunded_amount }: Order): string | null {
  switch (status) {
    case 'failed':
      return failure?.message ?? null
    case 'partially_refunded':
      return `${formatMoney(refunded_amount, 'payment')} refunded`
    case 'disputed':
      return 'The credit is withheld until the dispute ends'
    case 'charged_back':
      return 'The credit was removed'
    default:
      return null
  }
}

/** The credit that an order added or may still add; null where its payment failed. */
export function formatCredit({ status, paid_at, credit_amount }: Order): string | null {
  return paid_at !== null || isOpenOrder(status) ? formatMoney(credit_amount, 'exact') : null
}

/** What is shown on return from the payment page. `late` is still waiting, but longer than a card payment takes. */
export type PaymentOutcome =
  | 'waiting'
  | 'late'
  | 'paid'
  | 'declined'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'reversed'

/** A card payment is confirmed within seconds; after this something is wrong, though nothing is lost. */
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

/** What happened to the payment, and what it means for the money. */
export function describeOutcome(outcome: PaymentOutcome, order: Order): { title: string; text: string } {
  const credit = formatMoney(order.credit_amount, 'exact')
  switch (outcome) {
    case 'waiting':
      return {
        title: 'Waiting for the payment',
        text: 'This takes a few seconds. The page updates automatically.',
      }
    case 'late':
      return {
        title: 'This takes longer than usual',
        text: `Nothing is lost. ${credit} is added to your balance when the payment is confirmed, even if you close this page.`,
      }
    case 'paid':
      return {
        title: `${credit} credited`,
        text: 'The payment succeeded. You can use the credit now.',
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
      return { title: 'The payment page has expired', text: 'Nothing was charged.' }
    case 'reversed':
      return {
        title: 'This payment was reversed',
        text: 'It was refunded or disputed. See the status of the order.',
      }
  }
}
