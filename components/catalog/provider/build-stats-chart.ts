import type { ChartData, ChartPoint, ChartSeries } from '@/components/charts/chart-data'
import type { ProviderStatsReply, StatsPoint, StatsWindow } from '@/lib/catalog/stats-schema'

export const statsMetrics = ['requests', 'tokens', 'ttft', 'throughput'] as const
export type StatsMetric = (typeof statsMetrics)[number]

/** The stretches of a window as a chart. What was not measured in a stretch is nothing there, and is written as a dash. */
export function buildStatsChart({ series, window }: ProviderStatsReply, metric: StatsMetric): ChartData {
  return { points: series.map(({ start }) => pointOf(start, window)), series: seriesOf(series, metric) }
}

function seriesOf(stretches: readonly StatsPoint[], metric: StatsMetric): ChartSeries[] {
  if (metric === 'requests') {
    const failed = stretches.map(({ requests, success_rate: rate }) =>
      Math.round(requests * (1 - (rate ?? 1))),
    )
    const well = stretches.map(({ requests }, place) => requests - (failed[place] ?? 0))
    return [
      { id: 'succeeded', name: 'Succeeded', tone: 1, values: well },
      ...(failed.some((count) => count > 0)
        ? [{ id: 'failed', name: 'Failed', tone: 2 as const, values: failed }]
        : []),
    ]
  }
  const names = { tokens: 'Tokens', ttft: 'First token', throughput: 'Tokens per second' }
  const values = stretches.map((stretch) => {
    if (metric === 'tokens') return Number(stretch.total_tokens)
    return (metric === 'ttft' ? stretch.ttft_p50_ms : stretch.throughput_p50_tps) ?? 0
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

/** In UTC, as the figures are counted. */
function pointOf(start: string, window: StatsWindow): ChartPoint {
  const at = new Date(start)
  const tick = (window === '1h' || window === '24h' ? formats.clock : formats.day).format(at)
  return { key: start, tick, label: `${formats.both.format(at)} UTC` }
}
