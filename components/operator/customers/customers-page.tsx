'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useState } from 'react'
import { ListFilters } from '@/components/data/list-filters'
import { Loaded } from '@/components/data/loaded'
import { MoreItems } from '@/components/data/more-items'
import { RelativeTime } from '@/components/data/relative-time'
import { OptionSelect, useOption } from '@/components/forms/option-select'
import { Page, PageHeader } from '@/components/layout/page'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { PressableRow } from '@/components/ui/pressable-row'
import { Table, TableBody, TableCell, TableHead, TableHeader } from '@/components/ui/table'
import { formatMoney } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import type { CustomerItem } from '@/lib/operator/admin/customers-schema'
import { customersQuery } from '@/lib/operator/admin/queries'

const statuses = [
  { value: 'all', label: 'All customers' },
  { value: 'active', label: 'Active' },
  { value: 'suspended', label: 'Suspended' },
  { value: 'deleted', label: 'Deleted' },
] as const

export function CustomersPage() {
  const [text, setText] = useState('')
  const status = useOption(statuses, 'all')
  const search = useSettled(text.trim())
  const wanted = status.value === 'all' ? undefined : status.value
  const query = useInfiniteQuery(customersQuery({ search, status: wanted }))
  return (
    <Page>
      <PageHeader title="Customers" description="Who uses this installation, and what they have." />
      <Panel>
        <ListFilters label="Search by name, email or id" text={text} onText={setText}>
          <OptionSelect aria-label="Status" className="w-38" {...status} />
        </ListFilters>
        <Loaded query={query} what="customers" rows={6}>
          {({ pages }) => {
            const customers = pages.flatMap(({ items }) => items)
            if (customers.length > 0) return <CustomerTable customers={customers} />
            return (
              <EmptyState
                icon={<UsersRound />}
                title="No matching customers"
                description="Try another name, email address or id."
              />
            )
          }}
        </Loaded>
        <MoreItems list={query} />
      </Panel>
    </Page>
  )
}

/** The value once it has not changed for a while: typing does not send a request per letter. */
function useSettled<Value>(value: Value, afterMillis = 250): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMillis)
    return () => clearTimeout(timer)
  }, [value, afterMillis])
  return settled
}

function CustomerTable({ customers }: { customers: readonly CustomerItem[] }) {
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
      <TableCell numeric>{formatMoney(customer.balance, 'balance')}</TableCell>
      <TableCell numeric className="text-muted max-md:hidden">
        {formatMoney(customer.total_used, 'sum')}
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
