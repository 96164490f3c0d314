'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { MoreItems } from '@/components/data/more-items'
import { OptionSelect } from '@/components/forms/option-select'
import { SearchBox } from '@/components/forms/search-box'
import { Page, PageHeader } from '@/components/layout/page'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { customersQuery } from '@/lib/operators/queries'
import { Loaded } from '../loaded'
import { CustomerTable } from './customer-table'
import { useSettled } from './use-settled'

const statuses = [
  { value: 'all', label: 'All customers' },
  { value: 'active', label: 'Active' },
  { value: 'suspended', label: 'Suspended' },
  { value: 'deleted', label: 'Deleted' },
] as const

export function CustomersPage() {
  const [text, setText] = useState('')
  const [status, setStatus] = useState<(typeof statuses)[number]['value']>('all')
  const search = useSettled(text.trim())
  const query = useInfiniteQuery(customersQuery({ search, status: status === 'all' ? undefined : status }))
  return (
    <Page>
      <PageHeader title="Customers" description="Who uses this installation, and what they have." />
      <Panel>
        <div className="flex flex-wrap items-center gap-3 border-b border-line p-3">
          <SearchBox
            label="Search by name, email or id"
            className="min-w-52 flex-1 sm:max-w-xs"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <OptionSelect
            aria-label="Status"
            className="w-38"
            options={statuses}
            value={status}
            onValueChange={setStatus}
          />
        </div>
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
