import { StatusDot } from '@/components/ui/badge'
import type { Order } from '@/lib/billing/orders-schema'
import { describeOrder } from './describe-order'

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
