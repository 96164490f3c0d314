import type { SeriesTone } from './series-tone'

/** A place on the time axis. */
export type ChartPoint = {
  key: string
  /** Below the axis: `21 Nov`. */
  tick: string
  /** In the tooltip, in the table and said aloud: `Sat, 21 Nov 2026`. */
  label: string
}

/** One measure over all points. Values are whole numbers (nano-dollars, requests, tokens), so that nothing is rounded on the way to the eye. */
export type ChartSeries = {
  id: string
  name: string
  tone: SeriesTone
  values: readonly number[]
}

export type ChartData = { points: readonly ChartPoint[]; series: readonly ChartSeries[] }

/** How a measure is written. */
export type ChartFormat = {
  /** Exact: `$0.001234`. */
  value: (value: number) => string
  /** Short, on the axis: `$1.5`. */
  tick: (value: number) => string
  /** As `value`, for figures that stand below each other. */
  column?: (values: readonly number[]) => (value: number) => string
}

/** What all series come to at one point. */
export function totalAt({ series }: ChartData, place: number): number {
  return series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0)
}

/** Whether there is nothing to draw: no point has a value. */
export function isEmptyChart({ series }: ChartData): boolean {
  return series.every(({ values }) => values.every((value) => value === 0))
}
