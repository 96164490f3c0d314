/** How much more or less than before: `+12%`, `−40%`, `×3.4`; null where there was nothing to compare to. */
export function describeChange(now: number, before: number): string | null {
  if (before <= 0) return null
  const ratio = now / before
  if (ratio >= 10) return `×${Math.round(ratio)}`
  const percent = Math.round((ratio - 1) * 100)
  if (percent === 0) return now === before ? '0%' : '±0%'
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`
}
