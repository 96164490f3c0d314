import { formatCompact, formatNumber } from '@/lib/client/format/number'

/** `99.95%`; never rounded up to a hundred that it is not. */
export function formatPercent(percent: number): string {
  if (percent === 0 || percent === 100) return `${percent}%`
  const hundredths = Math.min(9999, Math.max(1, Math.round(percent * 100)))
  return `${hundredths / 100}%`
}

/** Tokens a second: `48`, or `8.4` where a whole number would hide a difference; `68.4K` where nobody counts any more. */
export function formatRate(perSecond: number): string {
  if (perSecond >= 10_000) return formatCompact(perSecond)
  return perSecond < 10 ? perSecond.toFixed(1) : formatNumber(Math.round(perSecond))
}
