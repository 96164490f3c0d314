import { periodStart } from './period-start'

/** When a key's limit is next reset; null: never. */
export function periodEnd(reset: Parameters<typeof periodStart>[0], now: Date): Date | null {
  const end = periodStart(reset, now)
  if (end === null) return null
  if (reset === 'monthly') end.setUTCMonth(end.getUTCMonth() + 1)
  else end.setUTCDate(end.getUTCDate() + (reset === 'weekly' ? 7 : 1))
  return end
}
