import { type ChartData, type ChartSeries, SERIES_TONES } from '@/components/charts/chart-data'
import { type ChartsReply, OTHER } from '@/lib/rankings/schema'

const tick = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const label = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Tokens by day: the largest models each with a colour of its own, all others together. */
export function buildShareChart({ series }: ChartsReply): ChartData {
  const named = series.filter((one) => one.model_id !== OTHER)
  const shown = named.slice(0, SERIES_TONES.length)
  const others = series.filter((one) => !shown.includes(one))
  const points = (series[0]?.points ?? []).map(({ date }) => ({
    key: date,
    tick: tick.format(new Date(date)),
    label: label.format(new Date(date)),
  }))
  const drawn: ChartSeries[] = shown.map((one, place) => ({
    id: one.model_id,
    name: one.model_name,
    tone: SERIES_TONES[place] ?? 'rest',
    values: one.points.map((point) => Number(point.total_tokens)),
  }))
  if (others.length === 0) return { points, series: drawn }
  const values = points.map((_, place) =>
    others.reduce((sum, one) => sum + Number(one.points[place]?.total_tokens ?? 0), 0),
  )
  return { points, series: [...drawn, { id: 'rest', name: 'All others', tone: 'rest', values }] }
}
