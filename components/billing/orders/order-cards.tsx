import type { Order } from '@/lib/billing/orders-schema'
import { formatMoney } from '@/lib/client/format/money'
import { formatDate } from '@/lib/client/format/time'
import { formatCredit } from './format-credit'
import { OrderActions } from './order-actions'
import { OrderStatus } from './order-status'

/** The table of orders for narrow screens. */
export function OrderCards({ orders }: { orders: readonly Order[] }) {
  return (
    <ul aria-label="Orders" className="divide-y divide-line">
      {orders.map((order) => (
        <li key={order.order_id} className="flex flex-col gap-1.5 px-4 py-3 text-sm">
          <div className="flex items-baseline justify-between gap-3">
            <span className="figures font-medium">{formatMoney(order.amount)}</span>
            <time dateTime={order.created_at} className="text-xs text-faint">
              {formatDate(order.created_at)}
            </time>
          </div>
          <div className="flex items-start justify-between gap-3">
            <OrderStatus order={order} />
            {formatCredit(order) !== null && (
              <span className="figures shrink-0 text-xs leading-5 text-faint">
                Credit {formatCredit(order)}
              </span>
            )}
          </div>
          <OrderActions order={order} align="start" />
        </li>
      ))}
    </ul>
  )
}
