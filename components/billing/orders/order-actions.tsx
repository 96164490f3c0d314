import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { isOpenOrder, type Order } from '@/lib/billing/orders-schema'
import { DocumentButton } from './document-button'

type OrderActionsProps = {
  order: Order
  /** On which side they stand in line with what is above; the words of a quiet button, not its edge. */
  align: 'start' | 'end'
}

/** What can be done with an order: go on paying, or open its documents. Nothing for the others. */
export function OrderActions({ order, align }: OrderActionsProps) {
  const { invoice, receipt } = order.documents
  const payable = isOpenOrder(order.status) && order.checkout_url
  if (!invoice && !receipt && !payable) return null
  const inLine = align === 'end' ? 'last:-mr-2.5' : 'first:-ml-2.5'
  return (
    <span className={cn('flex items-center gap-1', align === 'end' && 'justify-end')}>
      {payable && (
        <Button asChild size="sm">
          <a href={payable}>Continue</a>
        </Button>
      )}
      {invoice && (
        <DocumentButton orderId={order.order_id} type="invoice" label="Invoice" className={inLine} />
      )}
      {receipt && (
        <DocumentButton orderId={order.order_id} type="receipt" label="Receipt" className={inLine} />
      )}
    </span>
  )
}
