import { RecentTime } from '@/components/data/recent-time'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { formatMoney } from '@/lib/client/format/money'
import type { CustomerOrder } from '@/lib/operators/customers-schema'

const words: Record<CustomerOrder['status'], string> = {
  pending: 'Pending',
  processing: 'Processing',
  paid: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  partially_refunded: 'Partly paid back',
  refunded: 'Paid back',
  disputed: 'Disputed',
  charged_back: 'Charged back',
}

const tones: Partial<Record<CustomerOrder['status'], 'success' | 'warning' | 'danger'>> = {
  paid: 'success',
  disputed: 'danger',
  charged_back: 'danger',
  partially_refunded: 'warning',
  refunded: 'warning',
}

type CustomerOrdersProps = { orders: readonly CustomerOrder[]; count: number }

export function CustomerOrders({ orders, count }: CustomerOrdersProps) {
  const isCut = count > orders.length
  return (
    <Panel>
      <PanelHeader
        title="Orders"
        {...(isCut && { description: `The newest ${orders.length} of ${count}.` })}
      />
      {orders.length === 0 ? (
        <EmptyState title="No orders" description="This customer has placed no orders." className="py-10" />
      ) : (
        <Table label="Orders">
          <TableHeader>
            <tr>
              <TableHead>Order</TableHead>
              <TableHead>Status</TableHead>
              <TableHead numeric>Price</TableHead>
              <TableHead numeric className="max-sm:hidden">
                Credit
              </TableHead>
              <TableHead numeric className="max-sm:hidden">
                When
              </TableHead>
            </tr>
          </TableHeader>
          <TableBody>
            {orders.map((order) => (
              <TableRow key={order.order_id}>
                <TableCell className="max-w-32 truncate font-mono text-xs" title={order.order_id}>
                  {order.order_id}
                </TableCell>
                <TableCell>
                  <Badge tone={tones[order.status] ?? 'neutral'}>{words[order.status]}</Badge>
                </TableCell>
                <TableCell numeric>{formatMoney(order.amount)}</TableCell>
                <TableCell numeric className="text-muted max-sm:hidden">
                  {formatMoney(order.credit_amount)}
                </TableCell>
                <TableCell numeric className="text-muted max-sm:hidden">
                  <RecentTime at={order.created_at} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Panel>
  )
}
