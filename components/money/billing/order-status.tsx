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

const words: Record<Order['status'], { word: string; tone: Tone }> = {
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
  return { ...words[order.status], note: noteOf(order) }
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
