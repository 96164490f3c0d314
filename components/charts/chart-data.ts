/** A point on the time axis. */
export type ChartPoint = {
  key: string
  /** Below the axis: `21 Nov`. */
  tick: string
  /** In the tooltip, in the table and read aloud: `Sat, 21 Nov 2026`. */
  label: string
}

export type SeriesTone = 1 | 2 | 3 | 4 | 5 | 'rest'

/** One measure over all points. Values are whole numbers (nano-dollars, requests, tokens), so that none is rounded before it is formatted. */
export type ChartSeries = {
  id: string
  name: string
  tone: SeriesTone
  /** Null: not measured there, which is drawn as a gap and written as a dash. */
  values: readonly (number | null)[]
}

export type ChartData = {
  points: readonly ChartPoint[]
  series: readonly ChartSeries[]
  /** Figures that cannot be added up (shares, percentiles): a line each, and no total. */
  lines?: true
}

/** How a measure is written. */
export type ChartFormat = {
  /** Exact: `$0.001234`. */
  value: (value: number) => string
  /** Short, on the axis: `$1.5`. */
  tick: (value: number) => string
  /** As `value`, for figures that stand below each other. */
  column?: (values: readonly number[]) => (value: number) => string
}

/** As many series as can be told apart at a glance; the others are summed up as the rest. */
export const SERIES_TONES: readonly SeriesTone[] = [1, 2, 3, 4, 5]

/** The colour as SVG takes it. */
export const toneColor = (tone: SeriesTone): string => `var(--series-${tone})`

/** The background class of the same colour. */
export const toneClass: Record<SeriesTone, string> = {
  1: 'bg-series-1',
  2: 'bg-series-2',
  3: 'bg-series-3',
  4: 'bg-series-4',
  5: 'bg-series-5',
  rest: 'bg-series-rest',
}

/** The sum of all series at the point with this index. */
export function totalAt({ series }: ChartData, index: number): number {
  return series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)
}

/** As high as the chart reaches. */
export function highestOf(data: ChartData): number {
  const { points, series, lines } = data
  if (lines) return Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  return Math.max(0, ...points.map((_, index) => totalAt(data, index)))
}

/** Whether there is nothing to draw: no point has a value. Of lines, a zero is one. */
export function isEmptyChart({ series, lines }: ChartData): boolean {
  return series.every(({ values }) => values.every((value) => (lines ? value === null : !value)))
}

/** A point in words, for screen readers: `Sat, 21 Nov 2026: $1.20. Sandbox Chat $1.00, Sandbox Image $0.20.` */
export function describePoint(data: ChartData, index: number, format: ChartFormat): string {
  const point = data.points[index]
  if (!point) return ''
  const sum = data.lines ? `${point.label}:` : `${point.label}: ${format.value(totalAt(data, index))}.`
  const parts = data.series
    .map(({ name, values }) => ({ name, value: values[index] ?? (data.lines ? -1 : 0) }))
    .filter(({ value }) => (data.lines ? value >= 0 : value > 0))
  if ((data.series.length < 2 && !data.lines) || parts.length === 0) return sum
  return `${sum} ${parts.map(({ name, value }) => `${name} ${format.value(value)}`).join(', ')}.`
}

/** About as many lines as a chart of usual height has. */
const GRID_LINES = 5

/** Round figures from nothing up to the first that is not below `highest`: `[0, 50, 100, 150]`. Whole numbers. */
export function axisTicks(highest: number): number[] {
  const rough = Math.max(1, highest / GRID_LINES)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step =
    [1, 2, 2.5, 5, 10].map((times) => times * power).find((one) => one >= rough && one % 1 === 0) ?? rough
  return Array.from({ length: Math.max(1, Math.ceil(highest / step)) + 1 }, (_, index) => index * step)
}

/** As many labels as fit side by side on a wide screen. */
const MAX_LABELS = 10

/** The indexes of the points that are labelled below the axis: evenly spaced, and always the last, which is now. */
export function labelledPoints(points: readonly ChartPoint[]): number[] {
  const step = Math.max(1, Math.ceil(points.length / MAX_LABELS))
  const last = points.length - 1
  return points.map((_, index) => index).filter((index) => (last - index) % step === 0)
}
