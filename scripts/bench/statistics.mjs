export function median(numbers) {
  return percentile(numbers, 0.5)
}

/** By linear interpolation; NaN for none. */
export function percentile(numbers, share) {
  if (numbers.length === 0) return Number.NaN
  const sorted = Float64Array.from(numbers).sort()
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)]
  return below + (sorted[Math.ceil(at)] - below) * (at - Math.floor(at))
}
