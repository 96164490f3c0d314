import type { ChartPoint } from './chart-data'

/** As many words as stand side by side on a wide screen. */
const MOST_WORDS = 10

/** The places of the points that get words below the axis: evenly, and always the last, which is now. */
export function wordedPlaces(points: readonly ChartPoint[]): number[] {
  const step = Math.max(1, Math.ceil(points.length / MOST_WORDS))
  const last = points.length - 1
  return points.map((_, place) => place).filter((place) => (last - place) % step === 0)
}
