import { formatDuration, formatDurationShort } from '@/lib/client/format/number'

/** A point on the time axis. */
export type ChartPoint = {
  key: string
  /** Below the axis: `21 Nov`. */
  tick: string
  /** In the tooltip, the table and for screen readers: `Sat, 21 Nov 2026`. */
  label: string
}

export type SeriesTone = 1 | 2 | 3 | 4 | 5 | 'rest'

/**
 * One measure over all points. Values are whole numbers (nano-dollars, requests, tokens), so that rounding is left to
 * formatting; null where nothing was measured.
 */
export type ChartSeries = {
  id: string
  name: string
  tone: SeriesTone
  values: readonly (number | null)[]
}

export type ChartData = {
  points: readonly ChartPoint[]
  series: readonly ChartSeries[]
  /** The series are not parts of a whole: they are lines, may be negative and have no sum. */
  compared?: boolean
}

/** How a measure is formatted. */
export type ChartFormat = {
  /** Exact: `$0.001234`. */
  value: (value: number) => string
  /** Short, on the axis: `$1.5`. */
  tick: (value: number) => string
  /** What is counted, where the values do not say it: `Requests`. */
  unit?: string
  /** Distances between grid lines, ascending, where powers of ten would read badly. */
  steps?: readonly number[]
}

/** As many series as are distinguishable at a glance; the others are summed as the rest. */
export const SERIES_TONES: readonly SeriesTone[] = [1, 2, 3, 4, 5]

/** The color for SVG. */
export const toneColor = (tone: SeriesTone): string => `var(--chart-${tone})`

/** The background class of the same color. */
export const toneClass: Record<SeriesTone, string> = {
  1: 'bg-chart-1',
  2: 'bg-chart-2',
  3: 'bg-chart-3',
  4: 'bg-chart-4',
  5: 'bg-chart-5',
  rest: 'bg-chart-rest',
}

/** The sum of all series at a point. */
export function totalAt({ series }: ChartData, index: number): number {
  return series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)
}

/** Whether no point has a value. A zero is a value if series are compared. */
export function isEmptyChart({ series, compared }: ChartData): boolean {
  return series.every(({ values }) => values.every((value) => (compared ? value === null : !value)))
}

/** A point as text, for screen readers: `Sat, 21 Nov 2026: $1.20. Sandbox Chat $1.00, Sandbox Image $0.20.` */
export function describePoint(data: ChartData, index: number, format: ChartFormat): string {
  const point = data.points[index]
  if (!point) return ''
  const parts = partsAt(data, index)
  const listed = parts.map(({ name, value }) => `${name} ${format.value(value)}`).join(', ')
  if (data.compared) return `${point.label}: ${listed || 'nothing'}.`
  const sum = `${point.label}: ${format.value(totalAt(data, index))}.`
  return data.series.length < 2 || parts.length === 0 ? sum : `${sum} ${listed}.`
}

/** The series at a point: parts of a whole that are not zero, or compared series that were measured. */
export function partsAt({ series, compared }: ChartData, index: number) {
  return series.flatMap(({ id, name, tone, values }) => {
    const value = values[index] ?? null
    return value === null || (!compared && value <= 0) ? [] : [{ id, name, tone, value }]
  })
}

/** About as many grid lines as a chart has. */
const GRID_LINES = 5

/** Round whole numbers that cover zero, `lowest` and `highest`: `[0, 50, 100, 150]`. */
export function axisTicks(highest: number, lowest = 0, steps: readonly number[] = []): number[] {
  const rough = Math.max(1, Math.max(highest, -lowest) / GRID_LINES)
  const power = 10 ** Math.floor(Math.log10(rough))
  const decimal = [1, 2, 2.5, 5, 10].map((times) => times * power)
  const step = [...steps, ...decimal].find((one) => one >= rough && one % 1 === 0) ?? rough
  const below = Math.ceil(Math.max(0, -lowest) / step)
  const above = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: below + above + 1 }, (_, index) => (index - below) * step)
}

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000]

/** Milliseconds. */
export const durationFormat: ChartFormat = {
  value: formatDuration,
  tick: formatDurationShort,
  steps: [
    ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
    ...[1, 2, 5, 10, 20, 30].map((count) => count * SECOND),
    ...[1, 2, 5, 10, 20, 30].map((count) => count * MINUTE),
    ...[1, 2, 5, 10, 20, 50].map((count) => count * HOUR),
  ],
}

/** The indexes of the points with a label below the axis: evenly spaced, always with the last, which is now. */
export function labeledPoints(points: readonly ChartPoint[], most = 10): number[] {
  const step = Math.max(1, Math.ceil(points.length / Math.max(1, most)))
  const last = points.length - 1
  return points.map((_, index) => index).filter((index) => (last - index) % step === 0)
}
