'use client'

import { useState } from 'react'
import { isEmptyChart } from '@/components/charts/chart-data'
import { ChartSkeleton } from '@/components/charts/chart-skeleton'
import { ChartLegend, type ChartView, TimeChart } from '@/components/charts/time-chart'
import { cn } from '@/components/ui/cn'
import { Panel } from '@/components/ui/panel'
import type { UsageReply } from '@/lib/usage/schema'
import { formatDays } from '../range/calendar'
import type { UsageView } from '../view/usage-view'
import type { ChangeView } from '../view/use-usage-view'
import { buildUsageChart } from './build-usage-chart'
import { ChartControls } from './chart-controls'
import { usageMetrics } from './usage-metrics'

type UsageChartPanelProps = {
  view: UsageView
  usage: UsageReply | undefined
  /** Figures of another view are shown until those of this one come. */
  stale: boolean
  onChange: ChangeView
}

/** Cost, requests or tokens by day. */
export function UsageChartPanel({ view, usage, stale, onChange }: UsageChartPanelProps) {
  const [shownAs, setShownAs] = useState<ChartView>('chart')
  const { name, format } = usageMetrics[view.metric]
  const data = usage && buildUsageChart(usage, view.metric, view.group)
  return (
    <Panel aria-label="Chart">
      <ChartControls view={view} shownAs={shownAs} onShownAsChange={setShownAs} onChange={onChange} />
      <div className={cn('relative p-4 transition-opacity', stale && 'opacity-60')} aria-busy={stale}>
        {data && isEmptyChart(data) && (
          <p className="grid h-71 place-items-center text-sm text-muted">Nothing was used in these days.</p>
        )}
        {data && !isEmptyChart(data) && (
          <TimeChart
            label={`${name} by ${usage.hourly ? 'hour' : 'day'}, ${formatDays(usage.start_date, usage.end_date)}`}
            pointName={usage.hourly ? 'Hour' : 'Day'}
            data={data}
            format={format}
            view={shownAs}
            heightClass={shownAs === 'table' ? 'h-71' : 'h-64'}
          />
        )}
        {data && shownAs === 'chart' && <ChartLegend series={data.series} className="mt-3" />}
        {!data && <ChartSkeleton className="h-71" />}
      </div>
    </Panel>
  )
}
