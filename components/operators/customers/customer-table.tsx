import Link from 'next/link'
import { RelativeTime } from '@/components/data/relative-time'
import { Badge } from '@/components/ui/badge'
import { PressableRow } from '@/components/ui/pressable-row'
import { Table, TableBody, TableCell, TableHead, TableHeader } from '@/components/ui/table'
import { formatMoney } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import type { CustomerItem } from '@/lib/operators/customers-schema'

export function CustomerTable({ customers }: { customers: readonly CustomerItem[] }) {
  return (
    <Table label="Customers" className="table-fixed">
      <TableHeader>
        <tr>
          <TableHead className="md:w-[40%]">Customer</TableHead>
          <TableHead numeric className="w-28 md:w-[16%]">
            Balance
          </TableHead>
          <TableHead numeric className="w-[16%] max-md:hidden">
            Spent in all
          </TableHead>
          <TableHead numeric className="w-[10%] max-md:hidden">
            Keys
          </TableHead>
          <TableHead numeric className="w-[18%] max-md:hidden">
            Since
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {customers.map((customer) => (
          <CustomerRow key={customer.id} customer={customer} />
        ))}
      </TableBody>
    </Table>
  )
}

function CustomerRow({ customer }: { customer: CustomerItem }) {
  return (
    <PressableRow className="h-13">
      <TableCell>
        <span className="flex min-w-0 items-center gap-2">
          <Link
            href={paths.adminCustomer(customer.id)}
            title={customer.name}
            dir="auto"
            className="press-line truncate text-left rounded-xs font-medium decoration-line-strong underline-offset-3 hover:underline"
          >
            {customer.name}
          </Link>
          <CustomerBadges customer={customer} />
        </span>
        <span className="block truncate text-xs text-faint" title={customer.email ?? customer.id}>
          {customer.email ?? customer.id}
        </span>
      </TableCell>
      <TableCell numeric>{formatMoney(customer.balance, { rounding: 'down' })}</TableCell>
      <TableCell numeric className="text-muted max-md:hidden">
        {formatMoney(customer.total_used)}
      </TableCell>
      <TableCell numeric className="text-muted max-md:hidden">
        {formatNumber(customer.key_count)}
      </TableCell>
      <TableCell numeric className="text-muted max-md:hidden">
        <RelativeTime at={customer.created_at} />
      </TableCell>
    </PressableRow>
  )
}

export function CustomerBadges({ customer }: { customer: CustomerItem }) {
  return (
    <>
      {customer.deleted_at && <Badge className="shrink-0">Deleted</Badge>}
      {customer.suspended_at && !customer.deleted_at && (
        <Badge tone="warning" className="shrink-0">
          Suspended
        </Badge>
      )}
      {customer.is_operator && <Badge className="shrink-0">Operator</Badge>}
      {customer.is_demo && <Badge className="shrink-0">Demo</Badge>}
    </>
  )
}
