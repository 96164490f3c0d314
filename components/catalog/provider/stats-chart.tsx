'use client'

import { useState } from 'react'
import { type ChartFormat, isEmptyChart } from '@/components/charts/chart-data'
import { type ChartView, ChartViewToggle, TimeChart } from '@/components/charts/time-chart'
import { nameWindow } from '@/components/site/name-window'
import { Panel } from '@/components/ui/panel'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import type { ProviderStatsReply } from '@/lib/catalog/stats-schema'
import { formatCompact, formatDuration, formatNumber } from '@/lib/client/format/number'
import { formatRate } from '../figures/format-figures'
import { buildStatsChart, type StatsMetric, statsMetrics } from './build-stats-chart'

const metrics: Record<StatsMetric, { name: string; format: ChartFormat }> = {
  requests: { name: 'Requests', format: { value: formatNumber, tick: formatCompact } },
  tokens: { name: 'Tokens', format: { value: formatNumber, tick: formatCompact } },
  ttft: {
    name: 'First token',
    format: { value: (millis) => (millis === 0 ? '–' : formatDuration(millis)), tick: formatDuration },
  },
  throughput: {
    name: 'Throughput',
    format: {
      value: (rate) => (rate === 0 ? '–' : `${formatRate(rate)} t/s`),
      tick: (rate) => formatCompact(rate),
    },
  },
}

/** How a provider served over the window, by one measure at a time. */
export function StatsChart({ stats }: { stats: ProviderStatsReply }) {
  const [metric, setMetric] = useState<StatsMetric>('requests')
  const [view, setView] = useState<ChartView>('chart')
  const { name, format } = metrics[metric]
  const data = buildStatsChart(stats, metric)
  return (
    <Panel aria-label="Over time">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
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
          <p className="grid h-71 place-items-center text-sm text-muted">Nothing of this was measured.</p>
        ) : (
          <TimeChart
            label={`${name}, last ${nameWindow(stats.window)}`}
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
