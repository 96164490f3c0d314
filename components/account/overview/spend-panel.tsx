'use client'

import Link from 'next/link'
import { TimeChart } from '@/components/charts/time-chart'
import { LoadError } from '@/components/data/loaded'
import { buildCostChart } from '@/components/money/usage/chart/build-usage-chart'
import { describeChange, usageMetrics } from '@/components/money/usage/figures'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/lib/client/paths'
import { SPEND_DAYS, type SpendSummary, useSpend } from './spend'

/** The spend of the last days, as a figure and a chart. */
export function SpendPanel() {
  const { spend, error, refetch, isFetching } = useSpend()
  return (
    <Panel aria-label="Spend" className="flex flex-col">
      <PanelHeader
        title={`Spend, last ${SPEND_DAYS} days`}
        actions={
          <Link
            href={paths.usage}
            className="press-line rounded-xs text-sm text-muted-foreground underline-offset-3 hover:text-foreground hover:underline"
          >
            All usage
          </Link>
        }
      />
      {error && !spend ? (
        <LoadError query={{ data: spend, error, refetch, isFetching }} what="The spend" className="py-8" />
      ) : (
        <div className="flex flex-1 flex-col gap-3 p-4">
          <SpendFigure spend={spend} />
          <SpendLine spend={spend} />
        </div>
      )}
    </Panel>
  )
}

function SpendFigure({ spend }: { spend: SpendSummary | undefined }) {
  const change = spend && describeChange(spend.recentNanos, spend.beforeNanos)
  return (
    <div className="flex h-9 items-baseline gap-2.5">
      <div className="figures text-3xl font-semibold tracking-[-0.02em]">
        {spend ? usageMetrics.cost.format.value(spend.recentNanos) : <Skeleton className="mt-2 h-6 w-32" />}
      </div>
      {change && (
        <span className="figures text-xs text-faint-foreground">
          {change} vs. the {SPEND_DAYS} days before
        </span>
      )}
    </div>
  )
}

function SpendLine({ spend }: { spend: SpendSummary | undefined }) {
  if (!spend) return <Skeleton className="min-h-40 flex-1" />
  const data = buildCostChart(spend.days)
  return (
    <div className="flex flex-1 flex-col">
      <TimeChart
        label={`Spend by day, last ${SPEND_DAYS} days`}
        pointName="Day"
        data={data}
        format={usageMetrics.cost.format}
        heightClass="min-h-40 flex-1"
      />
    </div>
  )
}
