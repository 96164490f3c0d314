import type { ChartData, ChartPoint, ChartSeries } from '@/components/charts/chart-data'
import { SERIES_TONES } from '@/components/charts/series-tone'
import type { UsageReply } from '@/lib/usage/schema'
import { formatDayLong, formatDayShort } from '../range/calendar'
import type { UsageGroup, UsageMetric } from '../view/usage-view'
import { type UsageFigures, usageMetrics } from './usage-metrics'

type Part = { id: string | null; name: string; figures: UsageFigures }

/** The days of a reply as a chart: one series, or one for each of the largest models or keys and one for the others. */
export function buildUsageChart(reply: UsageReply, metric: UsageMetric, group: UsageGroup): ChartData {
  const points: ChartPoint[] = reply.daily.map(({ date }) => ({
    key: date,
    tick: formatDayShort(date),
    label: formatDayLong(date),
  }))
  const { name, of } = usageMetrics[metric]
  const total: ChartSeries = { id: 'total', name, tone: 1, values: reply.daily.map(of) }
  const parts = partsOf(reply, group)
    .filter(({ figures }) => of(figures) > 0)
    .sort((a, b) => of(b.figures) - of(a.figures))
  if (parts.length === 0) return { points, series: [total] }

  const shown = parts.slice(0, SERIES_TONES.length)
  const series: ChartSeries[] = shown.map((part, place) => ({
    id: part.id ?? 'console',
    name: part.name,
    tone: SERIES_TONES[place] ?? 'rest',
    values: reply.daily.map((day) => {
      const found = day.groups?.find(({ id }) => id === part.id)
      return found ? of(found) : 0
    }),
  }))
  if (parts.length === shown.length) return { points, series }
  const others = total.values.map(
    (value, place) => value - series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0),
  )
  const rest: ChartSeries = {
    id: 'others',
    name: `${parts.length - shown.length} more`,
    tone: 'rest',
    values: others,
  }
  return { points, series: [...series, rest] }
}

function partsOf({ models, api_keys }: UsageReply, group: UsageGroup): Part[] {
  if (group === 'model')
    return models.map((model) => ({ id: model.model_id, name: model.model_name, figures: model }))
  if (group === 'key')
    return api_keys.map((key) => ({ id: key.api_key_id, name: key.api_key_name ?? 'Console', figures: key }))
  return []
}
