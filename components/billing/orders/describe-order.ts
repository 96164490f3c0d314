import type { Order, OrderStatus } from '@/lib/billing/orders-schema'
import { formatMoney } from '@/lib/client/format/money'

type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'
type Description = { word: string; tone: Tone; note: string | null }

const words: Record<OrderStatus, { word: string; tone: Tone }> = {
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
export function describeOrder(order: Order): Description {
  return { ...words[order.status], note: noteOf(order) }
}

function noteOf({ status, failure, refunded_amount }: Order): string | null {
  switch (status) {
    case 'failed':
      return failure?.message ?? null
    case 'partially_refunded':
      return `${formatMoney(refunded_amount)} paid back`
    case 'disputed':
      return 'The credit is held back meanwhile'
    case 'charged_back':
      return 'The credit was taken back'
    default:
      return null
  }
}
