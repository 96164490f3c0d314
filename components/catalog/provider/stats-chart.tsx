import { type ChartFormat, isEmptyChart } from '@/components/charts/chart-data'
import { ChartOrTable } from '@/components/charts/chart-or-table'
import { ViewSegments } from '@/components/charts/view-segments'
import { NativeSegments } from '@/components/forms/native-segments'
import { nameWindow } from '@/components/site/name-window'
import { Panel } from '@/components/ui/panel'
import type { ProviderStatsReply } from '@/lib/catalog/stats-schema'
import { formatCompact, formatDuration, formatNumber } from '@/lib/client/format/number'
import { formatRate } from '../figures/format-figures'
import { buildStatsChart, type StatsMetric, statsMetrics } from './build-stats-chart'

/** `shown`: while the radio button of its name is the chosen one. */
const metrics: Record<StatsMetric, { name: string; format: ChartFormat; shown: string }> = {
  requests: {
    name: 'Requests',
    format: { value: formatNumber, tick: formatCompact },
    shown: 'group-has-[[value=requests]:checked]/chart:block',
  },
  tokens: {
    name: 'Tokens',
    format: { value: formatNumber, tick: formatCompact },
    shown: 'group-has-[[value=tokens]:checked]/chart:block',
  },
  ttft: {
    name: 'First token',
    format: { value: (millis) => (millis === 0 ? '–' : formatDuration(millis)), tick: formatDuration },
    shown: 'group-has-[[value=ttft]:checked]/chart:block',
  },
  throughput: {
    name: 'Throughput',
    format: {
      value: (rate) => (rate === 0 ? '–' : `${formatRate(rate)} t/s`),
      tick: (rate) => formatCompact(rate),
    },
    shown: 'group-has-[[value=throughput]:checked]/chart:block',
  },
}

/** How a provider served over the window, by one measure at a time. */
export function StatsChart({ stats }: { stats: ProviderStatsReply }) {
  return (
    <Panel aria-label="Over time" className="group/chart">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
        <NativeSegments
          name="measure"
          label="Measure"
          value="requests"
          segments={statsMetrics.map((metric) => ({ value: metric, label: metrics[metric].name }))}
          className="overflow-x-auto"
        />
        <ViewSegments name="measure-as" />
      </div>
      <div className="p-4">
        {statsMetrics.map((metric) => (
          <div key={metric} className={`hidden ${metrics[metric].shown}`}>
            <MetricChart stats={stats} metric={metric} />
          </div>
        ))}
      </div>
    </Panel>
  )
}

function MetricChart({ stats, metric }: { stats: ProviderStatsReply; metric: StatsMetric }) {
  const data = buildStatsChart(stats, metric)
  if (isEmptyChart(data))
    return <p className="grid h-71 place-items-center text-sm text-muted">Nothing of this was measured.</p>
  const { name, format } = metrics[metric]
  return (
    <ChartOrTable
      label={`${name}, last ${nameWindow(stats.window)}`}
      pointName="From"
      data={data}
      format={format}
    />
  )
}
