/** Of a normal distribution 95 % lie within this many standard deviations. */
const Z = 1.959964

export type Interval = { score: number; low: number; high: number }

/**
 * The share of passed items in per cent, and Wilson's 95 % interval around it, which stays within 0 and 100 and is honest
 * for few items and for shares near either end. Rounded to hundredths; undefined where there is no item.
 */
export function wilsonInterval(passed: number, items: number): Interval | undefined {
  if (items === 0) return undefined
  const share = passed / items
  const scale = 1 + Z ** 2 / items
  const middle = (share + Z ** 2 / (2 * items)) / scale
  const half = (Z * Math.sqrt((share * (1 - share)) / items + Z ** 2 / (4 * items ** 2))) / scale
  return {
    score: percent(share),
    low: percent(Math.max(0, Math.min(middle - half, share))),
    high: percent(Math.min(1, Math.max(middle + half, share))),
  }
}

function percent(share: number): number {
  return Math.round(share * 10_000) / 100
}
