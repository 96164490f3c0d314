import type { RankingWindow } from './schema'

const HOUR_MILLIS = 3_600_000
const DAY_MILLIS = 24 * HOUR_MILLIS
const dayCounts: Record<RankingWindow, number> = { '7d': 7, '30d': 30, '90d': 90 }

/** The start of the window: UTC midnight of its first day. Today is its last day. */
export function windowStart(window: RankingWindow, now: Date): Date {
  const today = Math.floor(now.getTime() / DAY_MILLIS) * DAY_MILLIS
  return new Date(today - (dayCounts[window] - 1) * DAY_MILLIS)
}

/** The period to compare with: the same days one window earlier, up to the same hour of the day. */
export function windowBefore(window: RankingWindow, now: Date): { from: Date; until: Date } {
  const lengthMillis = dayCounts[window] * DAY_MILLIS
  const hour = Math.floor(now.getTime() / HOUR_MILLIS) * HOUR_MILLIS
  return {
    from: new Date(windowStart(window, now).getTime() - lengthMillis),
    until: new Date(hour - lengthMillis),
  }
}

/** Every day of the window, as `YYYY-MM-DD`. */
export function windowDates(window: RankingWindow, now: Date): string[] {
  const start = windowStart(window, now).getTime()
  return Array.from({ length: dayCounts[window] }, (_, day) => dateOf(new Date(start + day * DAY_MILLIS)))
}

export function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
