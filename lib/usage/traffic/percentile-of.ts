import type { Histogram } from './traffic'

/** Places to a doubling of the value. */
const RESOLUTION = 8

/**
 * The value below which that share (0 to 1) of those counted lies: the middle of its place, and so within a twentieth of
 * the truth. Null where nothing was counted.
 */
export function percentileOf(histogram: Histogram, share: number): number | null {
  const wanted = sampleCount(histogram) * share
  if (wanted === 0) return null
  let seen = 0
  const place = histogram.findIndex((count) => {
    seen += count
    return seen >= wanted
  })
  return 2 ** ((place + 0.5) / RESOLUTION)
}

/** How many values were counted. */
export function sampleCount(histogram: Histogram): number {
  return histogram.reduce((sum, count) => sum + count, 0)
}
