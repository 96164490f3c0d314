import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { isOpenOrder, type Order } from '@/lib/billing/schema'
import { DocumentButton } from './document-button'

/** What can be done with an order: go on paying, or open its documents. Nothing for the others. */
export function OrderActions({ order, className }: { order: Order; className?: string }) {
  const { invoice, receipt } = order.documents
  const payable = isOpenOrder(order.status) && order.checkout_url
  if (!invoice && !receipt && !payable) return null
  return (
    <span className={cn('flex items-center justify-end gap-1', className)}>
      {payable && (
        <Button asChild size="sm">
          <a href={payable}>Continue</a>
        </Button>
      )}
      {invoice && <DocumentButton orderId={order.order_id} type="invoice" label="Invoice" />}
      {receipt && <DocumentButton orderId={order.order_id} type="receipt" label="Receipt" />}
    </span>
  )
}
