'use client'

import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { Amount, decimalsIn } from '@/components/data/amount'
import { Loaded } from '@/components/data/loaded'
import { Pager, useOffset } from '@/components/data/pager'
import { type Column, RecordTable } from '@/components/data/record-table'
import { RelativeTime } from '@/components/data/relative-time'
import { useSettled } from '@/components/data/use-settled'
import { OptionSelect, useOption } from '@/components/forms/option-select'
import { ListFilters } from '@/components/forms/search-box'
import { Page, PageHeader } from '@/components/layout/page'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
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

const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'name', label: 'By name' },
  { value: 'balance', label: 'Highest balance' },
  { value: 'spent', label: 'Highest spend' },
] as const

const PAGE = 50

export function CustomersPage() {
  const [text, setText] = useState('')
  const status = useOption(statuses, 'all')
  const search = useSettled(text.trim())
  const sort = useOption(sorts, 'newest')
  const [offset, setOffset] = useOffset(`${search} ${status.value} ${sort.value}`)
  const query = useQuery(
    customersQuery({
      search,
      status: status.value === 'all' ? undefined : status.value,
      sort: sort.value,
      offset,
      limit: PAGE,
    }),
  )
  return (
    <Page>
      <PageHeader
        title="Customers"
        description="Accounts on this installation, with their balance and spend."
      />
      <Panel>
        <ListFilters label="Search by name, email or ID" text={text} onText={setText}>
          <OptionSelect aria-label="Status" className="w-38" {...status} />
          <OptionSelect aria-label="Order" className="w-38" {...sort} />
        </ListFilters>
        <Loaded query={query} what="customers" rows={6}>
          {({ items, total, has_more }) =>
            items.length === 0 ? (
              <EmptyState
                icon={<UsersRound />}
                title="No matching customers"
                description="Try a different search or filter."
              />
            ) : (
              <>
                <RecordTable
                  label="Customers"
                  rows={items}
                  columns={columnsFor(items)}
                  keyOf={({ id }) => id}
                  isFixed
                  isPressable
                  rowClassName="h-13"
                />
                <Pager
                  page={{ offset, limit: PAGE, total, items, has_more }}
                  what="customers"
                  names={['Previous', 'Next']}
                  loading={query.isPlaceholderData}
                  onOffsetChange={setOffset}
                />
              </>
            )
          }
        </Loaded>
      </Panel>
    </Page>
  )
}

function columnsFor(items: readonly CustomerItem[]): readonly Column<CustomerItem>[] {
  const balances = decimalsIn(
    items.map(({ balance }) => balance),
    'balance',
  )
  const sums = decimalsIn(
    items.map(({ total_used }) => total_used),
    'sum',
  )
  return [
    {
      name: 'Customer',
      width: 'md:w-[40%]',
      cell: (customer) => (
        <>
          <span className="flex min-w-0 items-center gap-2">
            <Link
              href={paths.adminCustomer(customer.id)}
              title={customer.name}
              dir="auto"
              className="press-line truncate text-left rounded-xs font-medium decoration-border-strong underline-offset-3 hover:underline"
            >
              {customer.name}
            </Link>
            <CustomerBadges customer={customer} />
          </span>
          <span
            className="block truncate text-xs text-faint-foreground"
            title={customer.email ?? customer.id}
          >
            {customer.email ?? customer.id}
          </span>
        </>
      ),
    },
    {
      name: 'Balance',
      numeric: true,
      width: 'w-28 md:w-[16%]',
      cell: ({ balance }) => <Amount usd={balance} at="balance" decimals={balances} />,
    },
    {
      name: 'Total spent',
      numeric: true,
      width: 'w-[16%]',
      shown: 'max-md:hidden',
      className: 'text-muted-foreground',
      cell: ({ total_used }) => <Amount usd={total_used} at="sum" decimals={sums} />,
    },
    {
      name: 'Keys',
      numeric: true,
      width: 'w-[10%]',
      shown: 'max-md:hidden',
      className: 'text-muted-foreground',
      cell: ({ key_count }) => formatNumber(key_count),
    },
    {
      name: 'Created',
      numeric: true,
      width: 'w-[18%]',
      shown: 'max-md:hidden',
      className: 'text-muted-foreground',
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
  ]
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
