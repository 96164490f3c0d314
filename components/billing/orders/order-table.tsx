import { CopyButton } from '@/components/ui/copy-button'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import type { Order } from '@/lib/billing/orders-schema'
import { formatMoney } from '@/lib/client/format/money'
import { formatDate, formatDateTime } from '@/lib/client/format/time'
import { formatCredit } from './format-credit'
import { OrderActions } from './order-actions'
import { OrderStatus } from './order-status'

export function OrderTable({ orders }: { orders: readonly Order[] }) {
  return (
    <Table label="Orders" className="table-fixed">
      <TableHeader>
        <tr>
          <TableHead className="w-[13%]">Date</TableHead>
          <TableHead className="w-[22%]">Order</TableHead>
          <TableHead className="w-[24%]">Status</TableHead>
          <TableHead numeric className="w-[10%]">
            Price
          </TableHead>
          <TableHead numeric className="w-[10%]">
            Credit
          </TableHead>
          <TableHead className="w-[21%]">
            <span className="sr-only">Documents</span>
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {orders.map((order) => (
          <OrderRow key={order.order_id} order={order} />
        ))}
      </TableBody>
    </Table>
  )
}

function OrderRow({ order }: { order: Order }) {
  return (
    <TableRow className="h-12">
      <TableCell className="whitespace-nowrap text-muted">
        <time dateTime={order.created_at} title={formatDateTime(order.created_at)}>
          {formatDate(order.created_at)}
        </time>
      </TableCell>
      <TableCell>
        <span className="flex items-center gap-1">
          <span className="truncate font-mono text-xs text-muted" title={order.order_id}>
            {order.order_id}
          </span>
          <CopyButton value={order.order_id} what="the order’s id" className="-my-1" />
        </span>
      </TableCell>
      <TableCell>
        <OrderStatus order={order} />
      </TableCell>
      <TableCell numeric>{formatMoney(order.amount)}</TableCell>
      <TableCell numeric className="text-muted">
        {formatCredit(order) ?? '–'}
      </TableCell>
      <TableCell>
        <OrderActions order={order} align="end" />
      </TableCell>
    </TableRow>
  )
}
