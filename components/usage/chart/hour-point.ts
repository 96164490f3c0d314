import type { ChartPoint } from '@/components/charts/chart-data'

/** An hour as a place on the axis, by the clocks of its zone. */
export function hourPoint(start: string, timeZone: string): ChartPoint {
  const at = new Date(start)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, ...options }).format(at)
  const tick = format({ hour: '2-digit', minute: '2-digit' })
  return {
    key: start,
    tick,
    label: `${format({ weekday: 'short', day: 'numeric', month: 'short' })}, ${tick}`,
  }
}
