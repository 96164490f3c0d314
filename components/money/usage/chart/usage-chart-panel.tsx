'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  type ChartData,
  type ChartFormat,
  durationFormat,
  isEmptyChart,
} from '@/components/charts/chart-data'
import {
  ChartLegend,
  ChartSkeleton,
  type ChartView,
  ChartViewToggle,
  TimeChart,
} from '@/components/charts/time-chart'
import { LoadError } from '@/components/data/loaded'
import { OptionSelect } from '@/components/forms/option-select'
import { useMay } from '@/components/layout/permissions'
import { cn } from '@/components/ui/cn'
import { Panel } from '@/components/ui/panel'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import { latencyQuery, type UsageFilters } from '@/lib/money/usage/queries'
import type { UsageReply } from '@/lib/money/usage/schema'
import { usageMetrics } from '../figures'
import { formatDays } from '../view/calendar'
import type { ChangeView, UsageGroup, UsageMetric, UsageView } from '../view/usage-view'
import { buildErrorChart, buildLatencyChart, buildUsageChart } from './build-usage-chart'

type UsageChartPanelProps = {
  view: UsageView
  usage: UsageReply | undefined
  /** The usage query; null until the time zone is known. */
  filters: UsageFilters | null
  /** Figures of the previous view are shown while new ones load. */
  stale: boolean
  onChange: ChangeView
}

/** Cost, requests, tokens, errors or latency over time. */
export function UsageChartPanel({ view, usage, filters, stale, onChange }: UsageChartPanelProps) {
  const [shownAs, setShownAs] = useState<ChartView>('chart')
  const { metric, group } = view
  return (
    <Panel aria-label="Chart">
      <ChartControls view={view} shownAs={shownAs} onShownAsChange={setShownAs} onChange={onChange} />
      <div className={cn('relative p-4 transition-opacity', stale && 'opacity-60')} aria-busy={stale}>
        {!usage || !filters ? (
          <ChartSkeleton className="h-71" />
        ) : metric === 'latency' ? (
          <LatencyChart usage={usage} filters={filters} view={view} shownAs={shownAs} />
        ) : metric === 'errors' ? (
          <Plot name="Errors" data={buildErrorChart(usage)} format={shares} usage={usage} shownAs={shownAs} />
        ) : (
          <Plot
            name={usageMetrics[metric].name}
            data={buildUsageChart(usage, metric, group)}
            format={usageMetrics[metric].format}
            usage={usage}
            shownAs={shownAs}
          />
        )}
      </div>
    </Panel>
  )
}

const percent = (value: number) => `${formatNumber(value / 100)}%`
const shares: ChartFormat = { value: percent, tick: percent }

type PlotProps = {
  name: string
  data: ChartData
  format: ChartFormat
  usage: UsageReply
  shownAs: ChartView
  note?: ReactNode
}

function Plot({ name, data, format, usage, shownAs, note }: PlotProps) {
  if (isEmptyChart(data))
    return (
      <p className="grid h-71 place-items-center text-sm text-muted-foreground">
        {data.compared ? 'No measurements in this period.' : 'No usage in this period.'}
      </p>
    )
  return (
    <>
      <TimeChart
        label={`${name} by ${usage.hourly ? 'hour' : 'day'}, ${formatDays(usage.start_date, usage.end_date)}`}
        pointName={usage.hourly ? 'Hour' : 'Day'}
        data={data}
        format={format}
        view={shownAs}
        heightClass={shownAs === 'table' ? 'h-71' : 'h-64'}
      />
      {shownAs === 'chart' && <ChartLegend series={data.series} className="mt-3" />}
      {note && <p className="mt-3 text-xs text-faint-foreground">{note}</p>}
    </>
  )
}

type LatencyChartProps = { usage: UsageReply; filters: UsageFilters; view: UsageView; shownAs: ChartView }

/** Percentiles, loaded when the chart is shown. */
function LatencyChart({ usage, filters, view, shownAs }: LatencyChartProps) {
  const { group_by: _, ...asked } = filters
  const latency = useQuery(latencyQuery(asked))
  if (latency.error && !latency.data) return <LoadError query={latency} what="Latency" />
  if (!latency.data) return <ChartSkeleton className="h-71" />
  const { summary, max_requests } = latency.data
  if (!summary)
    return (
      <p className="mx-auto grid h-71 max-w-md place-items-center text-center text-sm text-muted-foreground">
        Percentiles are available for up to {formatNumber(max_requests)} requests. Choose fewer days, a model
        or a key.
      </p>
    )
  const whole = [summary.latency_p50_ms, summary.latency_p95_ms, summary.ttft_p50_ms].map((millis) =>
    millis === null ? '–' : formatDuration(millis),
  )
  return (
    <Plot
      name="Latency"
      data={buildLatencyChart(usage, latency.data)}
      format={durationFormat}
      usage={usage}
      shownAs={shownAs}
      note={`Overall: median ${whole[0]}, 95th percentile ${whole[1]}, first token ${whole[2]}, across ${formatNumber(summary.requests)} successful requests.${view.model === null ? ' Images and videos are included only when you filter by their model.' : ''}`}
    />
  )
}

const metrics: { value: UsageMetric; label: string }[] = [
  { value: 'cost', label: usageMetrics.cost.name },
  { value: 'requests', label: usageMetrics.requests.name },
  { value: 'tokens', label: usageMetrics.tokens.name },
  { value: 'errors', label: 'Errors' },
  { value: 'latency', label: 'Latency' },
]
const groups: { value: UsageGroup; label: string }[] = [
  { value: 'model', label: 'By model' },
  { value: 'key', label: 'By key' },
  { value: 'project', label: 'By project' },
  { value: 'member', label: 'By person' },
  { value: 'none', label: 'Total' },
]

type ChartControlsProps = {
  view: UsageView
  shownAs: ChartView
  onShownAsChange: (shownAs: ChartView) => void
  onChange: ChangeView
}

/** Metric, grouping, and chart or table. */
function ChartControls({ view, shownAs, onShownAsChange, onChange }: ChartControlsProps) {
  const may = useMay()
  const offered = groups.filter(
    ({ value }) => may('usage.read') || (value !== 'project' && value !== 'member'),
  )
  const isSummed = view.metric !== 'errors' && view.metric !== 'latency'
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-b border-border px-4 py-2">
      <ToggleGroup
        type="single"
        aria-label="Metric"
        className="max-w-full overflow-x-auto"
        value={view.metric}
        onValueChange={(next) => {
          const metric = metrics.find(({ value }) => value === next)
          if (metric) onChange({ metric: metric.value })
        }}
      >
        {metrics.map(({ value, label }) => (
          <ToggleGroupItem key={value} value={value} className="max-sm:px-2">
            {label}
          </ToggleGroupItem>
        ))}
      </ToggleGroup>
      <div className="flex items-center gap-2">
        {isSummed && (
          <OptionSelect
            aria-label="Group by"
            className="w-auto pointer-coarse:text-sm"
            options={offered}
            value={view.group}
            onValueChange={(group) => onChange({ group })}
          />
        )}
        <ChartViewToggle view={shownAs} onViewChange={onShownAsChange} />
      </div>
    </div>
  )
}
