'use client'

import type { ChartData } from '@/components/charts/chart-data'
import { TimeChart } from '@/components/charts/time-chart'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { formatBeside } from '@/components/usage/breakdown/format-beside'
import { usageMetrics } from '@/components/usage/chart/usage-metrics'
import { formatDayLong, formatDayShort } from '@/components/usage/range/calendar'
import { formatCost, formatCostShort } from '@/lib/client/format/money'
import type { Customer } from '@/lib/operators/customers-schema'

const TOP = 5

/** What was spent in the last 30 days, and on what. */
export function CustomerSpend({ customer }: { customer: Customer }) {
  const { daily, models, summary } = customer.usage
  const { name, of, format } = usageMetrics.cost
  const data: ChartData = {
    points: daily.map(({ date }) => ({
      key: date,
      tick: formatDayShort(date),
      label: formatDayLong(date),
    })),
    series: [{ id: 'cost', name, tone: 1, values: daily.map(of) }],
  }
  return (
    <Panel>
      <PanelHeader
        title="Spend, last 30 days"
        actions={
          <span className="figures text-sm font-medium" title={formatCost(summary.cost)}>
            {formatCostShort(summary.cost)}
          </span>
        }
      />
      {summary.requests === 0 ? (
        <EmptyState
          title="Nothing yet"
          description="This customer sent no requests in this period."
          className="py-10"
        />
      ) : (
        <PanelBody className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <TimeChart
            label="Spend by day, last 30 days"
            pointName="Day"
            data={data}
            format={format}
            heightClass="h-48"
          />
          <TopModels models={models.slice(0, TOP)} />
        </PanelBody>
      )}
    </Panel>
  )
}

function TopModels({ models }: Pick<Customer['usage'], 'models'>) {
  const formatCostOf = formatBeside(models.map(({ cost }) => cost))
  return (
    <dl className="flex flex-col gap-2 self-center text-sm">
      {models.map((model) => (
        <div key={model.model_id} className="flex min-w-0 items-baseline justify-between gap-3">
          <dt className="truncate text-muted" title={model.model_id}>
            {model.model_name}
          </dt>
          <dd className="figures shrink-0" title={formatCost(model.cost)}>
            {formatCostOf(model.cost)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
