'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { TimeChart } from '@/components/charts/time-chart'
import { Amount, decimalsIn } from '@/components/data/amount'
import { Stat, StatGrid } from '@/components/data/facts'
import { Loaded } from '@/components/data/loaded'
import { BackLink, Page, PageHeader } from '@/components/layout/page'
import { buildCostChart } from '@/components/money/usage/chart/build-usage-chart'
import { usageMetrics } from '@/components/money/usage/figures'
import { AuditPanel } from '@/components/operator/audit-log'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { whenOpened } from '@/components/ui/when-opened'
import { formatMoney } from '@/lib/client/format/money'
import { formatNumber } from '@/lib/client/format/number'
import { paths } from '@/lib/client/paths'
import type { Customer } from '@/lib/operator/admin/customers-schema'
import { customerLimitsMutation, customerQuery } from '@/lib/operator/admin/queries'
import { CustomerEntries, CustomerKeys, CustomerOrders, CustomerPeople } from './customer-records'
import { CustomerBadges } from './customers-page'

const SuspensionDialog = whenOpened(() =>
  import('./customer-dialogs').then((module) => module.SuspensionDialog),
)

const AigcGroupsDialog = whenOpened(() =>
  import('./customer-dialogs').then((module) => module.AigcGroupsDialog),
)

const PriceGroupDialog = whenOpened(() =>
  import('./customer-dialogs').then((module) => module.PriceGroupDialog),
)

const CallLimitsDialog = whenOpened(() =>
  import('../call-limits-dialog').then((module) => module.CallLimitsDialog),
)

const AdjustDialog = whenOpened(() => import('./customer-dialogs').then((module) => module.AdjustDialog))

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
                <CopyButton value={id} what="the customer ID" className="-my-1.5" />
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
      <AuditPanel title="Operator activity" subjectType="customer" subjectId={customer.id} />
    </>
  )
}

function Actions({ customer }: { customer: Customer }) {
  const [open, setOpen] = useState<'adjust' | 'aigc' | 'group' | 'limits' | 'suspension' | null>(null)
  const limit = useMutation(customerLimitsMutation())
  const isSuspended = customer.suspended_at !== null
  const close = (isOpen: boolean) => !isOpen && setOpen(null)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen('adjust')}>
        Credit or debit
      </Button>
      {!customer.deleted_at && (
        <>
          <Button variant="outline" onClick={() => setOpen('group')}>
            Price group
          </Button>
          <Button variant="outline" onClick={() => setOpen('limits')}>
            Limits
          </Button>
          <Button variant="outline" onClick={() => setOpen('aigc')}>
            {customer.aigc_groups ? 'Disallow virtual people' : 'Allow virtual people'}
          </Button>
        </>
      )}
      {!customer.is_operator && !customer.deleted_at && (
        <Button
          variant={isSuspended ? 'outline' : 'destructive-outline'}
          onClick={() => setOpen('suspension')}
        >
          {isSuspended ? 'Resume' : 'Suspend'}
        </Button>
      )}
      <AdjustDialog customer={customer} open={open === 'adjust'} onOpenChange={close} />
      <PriceGroupDialog customer={customer} open={open === 'group'} onOpenChange={close} />
      <CallLimitsDialog
        open={open === 'limits'}
        onOpenChange={close}
        of={customer}
        description="All API keys and people of the customer together. Changes apply immediately."
        save={(limits) => limit.mutateAsync({ id: customer.id, limits })}
      />
      <AigcGroupsDialog customer={customer} open={open === 'aigc'} onOpenChange={close} />
      <SuspensionDialog customer={customer} open={open === 'suspension'} onOpenChange={close} />
    </>
  )
}

function CustomerStats({ customer }: { customer: Customer }) {
  const { summary } = customer.usage
  return (
    <section aria-label="Figures">
      <StatGrid>
        <Stat name="Available" note={`${formatMoney(customer.held, 'exact')} reserved`}>
          {formatMoney(customer.available, 'balance')}
        </Stat>
        <Stat name="Total purchased">{formatMoney(customer.total_purchased, 'exact')}</Stat>
        <Stat name="Total spent">{formatMoney(customer.total_used, 'sum')}</Stat>
        <Stat
          name="Requests, last 30 days"
          note={summary.failed_requests > 0 ? `${formatNumber(summary.failed_requests)} failed` : undefined}
        >
          {formatNumber(summary.requests)}
        </Stat>
        {customer.price_group && (
          <Stat name="Price group">
            <Link href={paths.adminPriceGroups} className="text-base hover:underline">
              {customer.price_group.name}
            </Link>
          </Stat>
        )}
        <Stat name="Keys" note={dataRulesNote(customer.routing)}>
          {formatNumber(customer.key_count)}
        </Stat>
      </StatGrid>
    </section>
  )
}

/** The rules that the customer has set for all its requests. */
function dataRulesNote({ zdr, data_collection }: Customer['routing']): string | undefined {
  const rules = [zdr ? 'zero data retention' : '', data_collection === 'deny' ? 'no training' : '']
  return rules.filter(Boolean).join(', ') || undefined
}

const TOP = 5

/** Spend of the last 30 days, by day and by model. */
function CustomerSpend({ customer }: { customer: Customer }) {
  const { daily, models, summary } = customer.usage
  return (
    <Panel>
      <PanelHeader
        title="Spend, last 30 days"
        actions={
          <span className="figures text-sm font-medium" title={formatMoney(summary.cost, 'exact')}>
            {formatMoney(summary.cost, 'sum')}
          </span>
        }
      />
      {summary.requests === 0 ? (
        <EmptyState
          title="No requests"
          description="This customer made no requests in the last 30 days."
          className="py-10"
        />
      ) : (
        <PanelBody className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <TimeChart
            label="Spend by day, last 30 days"
            pointName="Day"
            data={buildCostChart(daily)}
            format={usageMetrics.cost.format}
            heightClass="h-48"
          />
          <TopModels models={models.slice(0, TOP)} />
        </PanelBody>
      )}
    </Panel>
  )
}

function TopModels({ models }: Pick<Customer['usage'], 'models'>) {
  const decimals = decimalsIn(
    models.map(({ cost }) => cost),
    'sum',
  )
  return (
    <dl className="flex flex-col gap-2 self-center text-sm">
      {models.map((model) => (
        <div key={model.model_id} className="flex min-w-0 items-baseline justify-between gap-3">
          <dt className="truncate text-muted-foreground" title={model.model_id}>
            {model.model_name}
          </dt>
          <dd className="figures shrink-0" title={formatMoney(model.cost, 'exact')}>
            <Amount usd={model.cost} at="sum" decimals={decimals} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
