const plain = new Intl.NumberFormat('en-US')
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** `12345` → `12,345`. */
export function formatNumber(value: number): string {
  return plain.format(value)
}

/** `128000` → `128K`, where the exact figure is shown elsewhere. */
export function formatCompact(value: number): string {
  return compact.format(value)
}

/** `0.029` → `2.9%`. */
export function formatPercent(share: number): string {
  return `${Number((share * 100).toFixed(4))}%`
}

/** For an axis: `0`, `500 ms`, `2.5 s`, `10 min`, `2 h`. */
export function formatDurationShort(millis: number): string {
  if (millis === 0) return '0'
  const [size, unit] = durationUnits.find(([from]) => millis >= from) ?? [1, 'ms']
  return `${plain.format(Math.round((millis / size) * 10) / 10)} ${unit}`
}

const durationUnits = [
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const

/** `340` → `340 ms`, `1840` → `1.84 s`, `75000` → `1 min 15 s`. */
export function formatDuration(millis: number): string {
  if (millis < 1000) return `${Math.round(millis)} ms`
  if (millis < 60_000) return `${(millis / 1000).toFixed(millis < 10_000 ? 2 : 1)} s`
  const seconds = Math.round(millis / 1000)
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
