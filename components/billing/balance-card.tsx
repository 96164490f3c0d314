'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import type { BillingReply } from '@/lib/billing/orders-schema'
import { balanceQuery } from '@/lib/billing/queries'
import { formatCost, formatMoney } from '@/lib/client/format/money'

/** What can be spent, and where it came from and went. */
export function BalanceCard({ billing }: { billing: BillingReply | undefined }) {
  const { data, error } = useQuery(balanceQuery())
  // What can be spent is never shown as more than it is; the part of a cent that is missing there was spent.
  const exact = (decimal: string, rounding: 'down' | 'half-up') => (
    <span title={formatCost(decimal)}>{formatMoney(decimal, { rounding })}</span>
  )
  return (
    <Panel aria-label="Balance">
      <PanelHeader title="Balance" actions={billing && <Badge>{billing.plan.name}</Badge>} />
      <div className="px-4 pt-4 pb-3">
        <p className="text-xs text-faint">Available</p>
        <div className="figures mt-1 flex h-9 items-center text-3xl font-semibold tracking-[-0.02em]">
          {data ? exact(data.available, 'down') : <Skeleton className="h-6 w-32" />}
        </div>
      </div>
      {billing?.plan.status === 'past_due' && (
        <Alert tone="danger" title="The balance is below zero" className="mx-4 mb-3">
          Requests are refused until credit is added.
        </Alert>
      )}
      {error && !data && (
        <p role="alert" className="px-4 pb-4 text-sm text-danger-text">
          The balance could not be loaded. {error.message}
        </p>
      )}
      <dl className="divide-y divide-line border-t border-line text-sm">
        <Line name="Held for requests under way">{data && formatMoney(data.held, { max: 4 })}</Line>
        <Line name="Used so far">{data && exact(data.total_used, 'half-up')}</Line>
        <Line name="Bought so far">{data && exact(data.total_purchased, 'down')}</Line>
      </dl>
    </Panel>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 px-4 py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="figures">{children ?? <Skeleton className="w-14" />}</dd>
    </div>
  )
}
