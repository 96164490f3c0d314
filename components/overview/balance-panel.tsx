'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { balanceQuery } from '@/lib/billing/queries'
import { formatCost, formatMoney } from '@/lib/client/format/money'

/** What the customer has, exactly. */
export function BalancePanel() {
  const { data, error, refetch, isFetching } = useQuery(balanceQuery())
  if (error && !data)
    return (
      <Panel className="flex items-center justify-between gap-4 p-4 text-sm">
        <p role="alert" className="text-muted">
          The balance could not be loaded. {error.message}
        </p>
        <Button onClick={() => void refetch()} loading={isFetching}>
          Try again
        </Button>
      </Panel>
    )
  return (
    <Panel aria-label="Balance">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-[inherit] bg-line sm:grid-cols-3 [&>*]:bg-surface max-sm:[&>*:first-child]:col-span-2">
        <Figure name="Available" note="What new requests can spend">
          {data && formatMoney(data.available, { rounding: 'down' })}
        </Figure>
        <Figure name="Held" note="Set aside for requests under way">
          {data && formatCost(data.held)}
        </Figure>
        <Figure name="Used" note="Since the account was opened">
          {data && formatMoney(data.total_used, { max: 6 })}
        </Figure>
      </dl>
    </Panel>
  )
}

type FigureProps = { name: string; note: string; children: ReactNode }

function Figure({ name, note, children }: FigureProps) {
  return (
    <div className="px-4 py-3.5">
      <dt className="text-xs text-faint">{name}</dt>
      <dd>
        <span className="figures mt-1 flex h-8 items-center text-2xl font-semibold tracking-[-0.02em]">
          {children ?? <Skeleton className="h-5 w-24" />}
        </span>
        <span className="text-xs text-faint">{note}</span>
      </dd>
    </div>
  )
}
