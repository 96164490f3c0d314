/** Calendar days such as `2026-11-21`, without time or zone, so they are counted in UTC, where every day has 24 hours. */

const DAY_MILLIS = 86_400_000

const shortFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const longFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

const rangeFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** The current day in a time zone. */
export function todayIn(timeZone: string, now: number): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

export function addDays(day: string, count: number): string {
  return toDay(Date.parse(day) + count * DAY_MILLIS)
}

/** Number of days from start to end, both inclusive. */
export function countDays(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / DAY_MILLIS) + 1
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`
}

/** `count` months earlier; the 31st becomes the last day of a shorter month. */
export function monthsBefore(day: string, count: number): string {
  const first = new Date(`${firstOfMonth(day)}T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() - count)
  const next = new Date(first)
  next.setUTCMonth(next.getUTCMonth() + 1)
  const lastDate = new Date(next.getTime() - DAY_MILLIS).getUTCDate()
  first.setUTCDate(Math.min(Number(day.slice(8)), lastDate))
  return toDay(first.getTime())
}

/** `21 Nov`. */
export function formatDayShort(day: string): string {
  return shortFormat.format(Date.parse(day))
}

/** `Sat, 21 Nov 2026`. */
export function formatDayLong(day: string): string {
  return longFormat.format(Date.parse(day))
}

/** `1 – 21 Nov 2026`, `28 Oct – 3 Nov 2026`, `28 Dec 2026 – 3 Jan 2027`. */
export function formatDays(start: string, end: string): string {
  // Browsers use different spaces around the dash.
  return rangeFormat.formatRange(Date.parse(start), Date.parse(end)).replace(/\s*–\s*/, ' – ')
}

function toDay(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10)
}
