'use client'

import { useState } from 'react'
import { isEmptyChart } from '@/components/charts/chart-data'
import { ChartSkeleton } from '@/components/charts/chart-skeleton'
import { ChartLegend, type ChartView, ChartViewToggle, TimeChart } from '@/components/charts/time-chart'
import { OptionSelect } from '@/components/forms/option-select'
import { cn } from '@/components/ui/cn'
import { Panel } from '@/components/ui/panel'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import type { UsageReply } from '@/lib/usage/schema'
import { formatDays } from '../view/calendar'
import type { ChangeView, UsageGroup, UsageMetric, UsageView } from '../view/usage-view'
import { buildUsageChart } from './build-usage-chart'
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

const metrics: readonly UsageMetric[] = ['cost', 'requests', 'tokens']
const groups: { value: UsageGroup; label: string }[] = [
  { value: 'model', label: 'By model' },
  { value: 'key', label: 'By key' },
  { value: 'none', label: 'Total' },
]

type ChartControlsProps = {
  view: UsageView
  shownAs: ChartView
  onShownAsChange: (shownAs: ChartView) => void
  onChange: ChangeView
}

/** What the chart measures, what it tells apart, and whether it is a chart at all. */
function ChartControls({ view, shownAs, onShownAsChange, onChange }: ChartControlsProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
      <ToggleGroup
        type="single"
        aria-label="Metric"
        value={view.metric}
        onValueChange={(next) => {
          const metric = metrics.find((one) => one === next)
          if (metric) onChange({ metric })
        }}
      >
        {metrics.map((metric) => (
          <ToggleGroupItem key={metric} value={metric}>
            {usageMetrics[metric].name}
          </ToggleGroupItem>
        ))}
      </ToggleGroup>
      <div className="flex items-center gap-2">
        <OptionSelect
          aria-label="Group by"
          className="w-auto pointer-coarse:text-sm"
          options={groups}
          value={view.group}
          onValueChange={(group) => onChange({ group })}
        />
        <ChartViewToggle view={shownAs} onViewChange={onShownAsChange} />
      </div>
    </div>
  )
}
