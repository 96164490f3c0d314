'use client'

import { useState } from 'react'
import {
  type ChartData,
  type ChartFormat,
  type ChartPoint,
  type ChartSeries,
  durationFormat,
  isEmptyChart,
} from '@/components/charts/chart-data'
import { type ChartView, ChartViewToggle, TimeChart } from '@/components/charts/time-chart'
import { nameWindow } from '@/components/site/window-links'
import { Panel } from '@/components/ui/panel'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import type { ProviderStatsReply, StatsPoint, StatsWindow } from '@/lib/catalog/models/stats-schema'
import { formatCompact, formatDuration, formatNumber } from '@/lib/client/format/number'
import { formatRate } from '../figures'
import { kindNames } from '../modality'

const metrics: Record<StatsMetric, { name: string; format: ChartFormat }> = {
  requests: { name: 'Requests', format: { value: formatNumber, tick: formatCompact } },
  tokens: { name: 'Tokens', format: { value: formatNumber, tick: formatCompact } },
  latency: {
    name: 'Total response time',
    format: { ...durationFormat, value: (millis) => (millis === 0 ? '–' : formatDuration(millis)) },
  },
  ttft: {
    name: 'Time to first token',
    format: { ...durationFormat, value: (millis) => (millis === 0 ? '–' : formatDuration(millis)) },
  },
  throughput: {
    name: 'Throughput',
    format: {
      value: (rate) => (rate === 0 ? '–' : `${formatRate(rate)} t/s`),
      tick: (rate) => formatCompact(rate),
    },
  },
}

/** One measure of a provider over the window, as a chart or a table. */
export function StatsChart({ stats }: { stats: ProviderStatsReply }) {
  const [metric, setMetric] = useState<StatsMetric>('requests')
  const [view, setView] = useState<ChartView>('chart')
  const { name, format } = metrics[metric]
  const data = buildStatsChart(stats, metric)
  return (
    <Panel aria-label="Over time">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-border px-4 py-2">
        <ToggleGroup
          type="single"
          aria-label="Measure"
          className="overflow-x-auto"
          value={metric}
          onValueChange={(next) => {
            const chosen = statsMetrics.find((one) => one === next)
            if (chosen) setMetric(chosen)
          }}
        >
          {statsMetrics.map((one) => (
            <ToggleGroupItem key={one} value={one}>
              {metrics[one].name}
            </ToggleGroupItem>
          ))}
        </ToggleGroup>
        <ChartViewToggle view={view} onViewChange={setView} />
      </div>
      <div className="p-4">
        {isEmptyChart(data) ? (
          <p className="grid h-71 place-items-center text-sm text-muted-foreground">No data in this range.</p>
        ) : (
          <TimeChart
            label={`${kindNames[stats.modality]}: ${name.toLowerCase()}, last ${nameWindow(stats.window)}`}
            pointName="From"
            data={data}
            format={format}
            view={view}
            heightClass="h-71"
          />
        )}
      </div>
    </Panel>
  )
}

const statsMetrics = ['requests', 'tokens', 'latency', 'ttft', 'throughput'] as const
type StatsMetric = (typeof statsMetrics)[number]

/** The intervals of a window as chart data. An interval without data is zero, written as a dash. */
function buildStatsChart({ series, window }: ProviderStatsReply, metric: StatsMetric): ChartData {
  return { points: series.map(({ start }) => pointOf(start, window)), series: seriesOf(series, metric) }
}

function seriesOf(points: readonly StatsPoint[], metric: StatsMetric): ChartSeries[] {
  if (metric === 'requests') {
    const failed = points.map(({ requests, success_rate: rate }) => Math.round(requests * (1 - (rate ?? 1))))
    const succeeded = points.map(({ requests }, index) => requests - (failed[index] ?? 0))
    return [
      { id: 'succeeded', name: 'Succeeded', tone: 1, values: succeeded },
      ...(failed.some((count) => count > 0)
        ? [{ id: 'failed', name: 'Failed', tone: 2 as const, values: failed }]
        : []),
    ]
  }
  const names = {
    tokens: 'Tokens',
    latency: 'Total response time',
    ttft: 'Time to first token',
    throughput: 'Tokens per second',
  }
  const values = points.map((point) => {
    if (metric === 'tokens') return Number(point.total_tokens)
    const speeds = {
      latency: point.latency_p50_ms,
      ttft: point.ttft_p50_ms,
      throughput: point.throughput_p50_tps,
    }
    return speeds[metric] ?? 0
  })
  return [{ id: metric, name: names[metric], tone: 1, values }]
}

const clock = { hour: '2-digit', minute: '2-digit' } as const
const day = { day: 'numeric', month: 'short' } as const
const formats = {
  clock: new Intl.DateTimeFormat('en-GB', { ...clock, timeZone: 'UTC' }),
  day: new Intl.DateTimeFormat('en-GB', { ...day, timeZone: 'UTC' }),
  both: new Intl.DateTimeFormat('en-GB', { ...day, ...clock, timeZone: 'UTC' }),
}

/** In UTC, like the intervals. */
function pointOf(start: string, window: StatsWindow): ChartPoint {
  const at = new Date(start)
  const tick = (window === '1h' || window === '24h' ? formats.clock : formats.day).format(at)
  return { key: start, tick, label: `${formats.both.format(at)} UTC` }
}
