import { formatNumber } from '@/lib/client/format/number'

/** `99.95%`; never rounded up to a hundred that it is not. */
export function formatPercent(percent: number): string {
  if (percent === 0 || percent === 100) return `${percent}%`
  const hundredths = Math.min(9999, Math.max(1, Math.round(percent * 100)))
  return `${hundredths / 100}%`
}

/** Tokens a second: `48`, or `8.4` where a whole number would hide a difference. */
export function formatRate(perSecond: number): string {
  return perSecond < 10 ? perSecond.toFixed(1) : formatNumber(Math.round(perSecond))
}
