import {
  type ChartData,
  type ChartPoint,
  type ChartSeries,
  SERIES_TONES,
} from '@/components/charts/chart-data'
import type { LatencyReply, UsageReply } from '@/lib/money/usage/schema'
import { type SummedMetric, type UsageFigures, usageMetrics } from '../figures'
import { formatDayLong, formatDayShort, todayIn } from '../view/calendar'
import { keyLabels, memberLabel, projectLabel, type UsageGroup } from '../view/usage-view'

type Part = { id: string | null; name: string; figures: UsageFigures }
type Span = UsageReply['daily'][number] | NonNullable<UsageReply['hourly']>[number]

/** The days or hours of a reply as a chart: one series, or one per model or key for the largest and one for the rest. */
export function buildUsageChart(reply: UsageReply, metric: SummedMetric, group: UsageGroup): ChartData {
  const spans: readonly Span[] = reply.hourly ?? reply.daily
  const points = pointsOf(reply)
  const { name, of } = usageMetrics[metric]
  const total: ChartSeries = { id: 'total', name, tone: 1, values: spans.map(of) }
  const parts = partsOf(reply, group)
    .filter(({ figures }) => of(figures) > 0)
    .sort((a, b) => of(b.figures) - of(a.figures))
  if (parts.length === 0) return { points, series: [total] }

  const shown = parts.slice(0, SERIES_TONES.length)
  const series: ChartSeries[] = shown.map((part, index) => ({
    id: part.id ?? 'console',
    name: part.name,
    tone: SERIES_TONES[index] ?? 'rest',
    values: spans.map((span) => {
      const found = span.groups?.find(({ id }) => id === part.id)
      return found ? of(found) : 0
    }),
  }))
  const rest = parts.length - shown.length
  if (rest === 0) return { points, series }
  const values = total.values.map(
    (value, index) => (value ?? 0) - series.reduce((sum, one) => sum + (one.values[index] ?? 0), 0),
  )
  return { points, series: [...series, { id: 'rest', name: `${rest} more`, tone: 'rest', values }] }
}

function pointsOf({ daily, hourly, timezone }: UsageReply): ChartPoint[] {
  if (hourly) return hourly.map(({ start }) => hourPoint(start, timezone))
  return daily.map(dayPoint)
}

function dayPoint({ date }: { date: string }): ChartPoint {
  return { key: date, tick: formatDayShort(date), label: formatDayLong(date) }
}

/** The cost of each day, as one series. */
export function buildCostChart(days: readonly (UsageFigures & { date: string })[]): ChartData {
  const { name, of } = usageMetrics.cost
  return { points: days.map(dayPoint), series: [{ id: 'cost', name, tone: 1, values: days.map(of) }] }
}

/** Share of failed requests, in hundredths of a percent. */
export function buildErrorChart(reply: UsageReply): ChartData {
  const spans: readonly Span[] = reply.hourly ?? reply.daily
  const values = spans.map(({ requests, failed_requests: failed }) =>
    requests === 0 ? null : Math.round((failed / requests) * 10_000),
  )
  return {
    points: pointsOf(reply),
    series: [{ id: 'errors', name: 'Failed', tone: 2, values }],
    compared: true,
  }
}

/** Latency in milliseconds, at the same indexes as the sums. */
export function buildLatencyChart(reply: UsageReply, latency: LatencyReply): ChartData {
  const starts = latency.spans.map(({ start }) => Date.parse(start))
  const indexes = reply.hourly?.map(({ start }) => starts.indexOf(Date.parse(start)))
  const spans = (
    indexes ?? reply.daily.map(({ date }) => starts.findIndex((at) => todayIn(reply.timezone, at) === date))
  ).map((index) => latency.spans[index])
  const series: ChartSeries[] = [
    {
      id: 'p95',
      name: '95th percentile',
      tone: 2,
      values: spans.map((span) => span?.latency_p95_ms ?? null),
    },
    { id: 'p50', name: 'Median', tone: 1, values: spans.map((span) => span?.latency_p50_ms ?? null) },
    {
      id: 'ttft',
      name: 'First token, median',
      tone: 3,
      values: spans.map((span) => span?.ttft_p50_ms ?? null),
    },
  ]
  return { points: pointsOf(reply), series, compared: true }
}

function partsOf({ models, api_keys, members = [], projects = [] }: UsageReply, group: UsageGroup): Part[] {
  const labels = keyLabels(api_keys)
  if (group === 'model')
    return models.map((model) => ({ id: model.model_id, name: model.model_name, figures: model }))
  if (group === 'key')
    return api_keys.map((key) => ({
      id: key.api_key_id,
      name: labels.get(key.api_key_id) ?? 'Console',
      figures: key,
    }))
  if (group === 'member')
    return members.map((row) => ({ id: row.member_id, name: memberLabel(row), figures: row }))
  if (group === 'project')
    return projects.map((row) => ({ id: row.project_id, name: projectLabel(row), figures: row }))
  return []
}

/** An hour on the axis, in its time zone. */
function hourPoint(start: string, timeZone: string): ChartPoint {
  const at = new Date(start)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(at)
  const tick = format({ hour: '2-digit', minute: '2-digit' })
  return {
    key: start,
    tick,
    label: `${format({ weekday: 'short', day: 'numeric', month: 'short' })}, ${tick}`,
  }
}
