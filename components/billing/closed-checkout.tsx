import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import type { Order, OrderStatus } from '@/lib/billing/orders-schema'
import { paths } from '@/lib/client/paths'

const endings: Partial<Record<OrderStatus, string>> = {
  paid: 'This order is paid.',
  failed: 'This payment did not succeed.',
  cancelled: 'This order was cancelled.',
}

/** Nothing can be paid here any more. */
export function ClosedCheckout({ order }: { order: Order }) {
  return (
    <Panel aria-labelledby="closed" className="flex flex-col items-start gap-4 self-start p-5 sm:p-6">
      <div>
        <h2 id="closed" className="text-lg font-semibold">
          {endings[order.status] ?? 'This payment page has ended.'}
        </h2>
        <p className="mt-1 text-sm text-muted">
          {order.failure?.message ??
            (order.status === 'paid' ? 'Its credit is yours.' : 'Nothing was charged.')}
        </p>
      </div>
      <Button asChild variant="primary" size="lg">
        <a href={paths.billing}>Back to billing</a>
      </Button>
    </Panel>
  )
}
