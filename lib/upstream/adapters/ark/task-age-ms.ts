const BEIJING_OFFSET_MS = 8 * 3600 * 1000

/** How old a task is by its id (`cgt-20260821153012-x7k2m`, Beijing time), in milliseconds; null: the id does not say. */
export function taskAgeMs(id: string, nowMs: number): number | null {
  const parts = /^cgt-(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)-/.exec(id)?.slice(1).map(Number)
  if (parts === undefined) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
  return nowMs - (Date.UTC(year, month - 1, day, hour, minute, second) - BEIJING_OFFSET_MS)
}
