'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BackLink } from '@/components/layout/back-link'
import { Page, PageHeader } from '@/components/layout/page'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Panel } from '@/components/ui/panel'
import { paths } from '@/lib/client/paths'
import type { Customer } from '@/lib/operators/customers-schema'
import { customerQuery } from '@/lib/operators/queries'
import { AuditPanel } from '../audit/audit-panel'
import { Loaded } from '../loaded'
import { AdjustDialog } from './adjust-dialog'
import { CustomerEntries } from './customer-entries'
import { CustomerKeys } from './customer-keys'
import { CustomerOrders } from './customer-orders'
import { CustomerPeople } from './customer-people'
import { CustomerSpend } from './customer-spend'
import { CustomerStats } from './customer-stats'
import { CustomerBadges } from './customer-table'
import { SuspensionDialog } from './suspension-dialog'

export function CustomerPage({ id }: { id: string }) {
  const customer = useQuery(customerQuery(id))
  return (
    <Page>
      <div>
        <div className="mb-3">
          <BackLink href={paths.adminCustomers}>Customers</BackLink>
        </div>
        <PageHeader
          title={customer.data?.name ?? 'Customer'}
          description={
            <span className="flex min-w-0 flex-wrap items-center gap-2">
              <span className="flex min-w-0 items-center gap-1">
                <span className="truncate font-mono text-xs">{id}</span>
                <CopyButton value={id} what="the customer’s id" className="-my-1.5" />
              </span>
              {customer.data && <CustomerBadges customer={customer.data} />}
            </span>
          }
          actions={customer.data && <Actions customer={customer.data} />}
        />
      </div>
      {customer.data === undefined ? (
        <Panel>
          <Loaded query={customer} what="customer" rows={5}>
            {() => null}
          </Loaded>
        </Panel>
      ) : (
        <Sections customer={customer.data} />
      )}
    </Page>
  )
}

function Sections({ customer }: { customer: Customer }) {
  return (
    <>
      <CustomerStats customer={customer} />
      <CustomerSpend customer={customer} />
      <CustomerEntries entries={customer.entries} />
      <CustomerKeys keys={customer.keys} />
      <CustomerOrders orders={customer.orders} count={customer.order_count} />
      {!customer.deleted_at && <CustomerPeople customer={customer} />}
      <AuditPanel title="What operators did" subjectType="customer" subjectId={customer.id} />
    </>
  )
}

function Actions({ customer }: { customer: Customer }) {
  const [open, setOpen] = useState<'adjust' | 'suspension' | null>(null)
  const isSuspended = customer.suspended_at !== null
  const close = (isOpen: boolean) => !isOpen && setOpen(null)
  return (
    <>
      <Button onClick={() => setOpen('adjust')}>Credit or debit</Button>
      {!customer.is_operator && !customer.deleted_at && (
        <Button variant={isSuspended ? 'secondary' : 'danger-quiet'} onClick={() => setOpen('suspension')}>
          {isSuspended ? 'Resume' : 'Suspend'}
        </Button>
      )}
      <AdjustDialog customer={customer} open={open === 'adjust'} onOpenChange={close} />
      <SuspensionDialog customer={customer} open={open === 'suspension'} onOpenChange={close} />
    </>
  )
}
