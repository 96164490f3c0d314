import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import type { Order } from '@/lib/billing/orders-schema'
import { formatMoney, toNanos } from '@/lib/client/format/money'
import { formatCredit } from '../orders/format-credit'
import { OrderStatus } from '../orders/order-status'

export function PaymentFacts({ order }: { order: Order }) {
  const taxed = (toNanos(order.tax_amount) ?? 0n) > 0n
  return (
    <dl className="divide-y divide-line border-t border-line text-sm">
      <Fact name="Price">
        {order.sandbox && <Badge className="mr-2">Sandbox: no money moved</Badge>}
        <span className="figures">{formatMoney(order.amount)}</span>
      </Fact>
      {taxed && (
        <Fact name="Tax">
          <span className="figures">{formatMoney(order.tax_amount)}</span>
        </Fact>
      )}
      <Fact name="Credit">
        <span className="figures">{formatCredit(order) ?? '–'}</span>
      </Fact>
      <Fact name="Status">
        {/* Why it failed is the page's headline already. */}
        <OrderStatus order={order} hideNote={order.status === 'failed'} />
      </Fact>
      <Fact name="Order">
        <span className="min-w-0 truncate font-mono text-xs">{order.order_id}</span>
        <CopyButton value={order.order_id} what="the order’s id" className="-my-1.5 -mr-1.5" />
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-6 px-4 py-2">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="flex min-w-0 items-center">{children}</dd>
    </div>
  )
}
