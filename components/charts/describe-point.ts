import { type ChartData, type ChartFormat, totalAt } from './chart-data'

/** A point in words, for screen readers: `Sat, 21 Nov 2026: $1.20. Sandbox Chat $1.00, Sandbox Image $0.20.` */
export function describePoint(data: ChartData, place: number, format: ChartFormat): string {
  const point = data.points[place]
  if (!point) return ''
  const sum = `${point.label}: ${format.value(totalAt(data, place))}.`
  const parts = data.series
    .map(({ name, values }) => ({ name, value: values[place] ?? 0 }))
    .filter(({ value }) => value > 0)
  if (data.series.length < 2 || parts.length === 0) return sum
  return `${sum} ${parts.map(({ name, value }) => `${name} ${format.value(value)}`).join(', ')}.`
}
