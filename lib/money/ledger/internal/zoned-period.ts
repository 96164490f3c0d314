import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'

export type Period = { start: Date; end: Date }
export type Reset = 'daily' | 'weekly' | 'monthly'

const steps = { daily: { days: 1 }, weekly: { weeks: 1 }, monthly: { months: 1 } } as const

/** The last one of each zone: it is asked for by every request with such a limit. */
const known = new LRUCache<string, Period>({ max: 1000 })

/**
 * The day, week from Monday or month of a zone that contains `now`. A day that the zone skipped belongs to the one before it. A
 * day that comes twice is one; where clocks go back over midnight, what repeats of the day before belongs to the new day.
 */
export function zonedPeriod(reset: Reset, timezone: string, now: Date): Period {
  const key = `${reset} ${timezone}`
  const before = known.get(key)
  if (before && before.start <= now && now < before.end) return before
  const day = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
  const weekday = { days: day.dayOfWeek - 1 }
  let first = reset === 'daily' ? day : reset === 'weekly' ? day.subtract(weekday) : day.with({ day: 1 })
  if (beginningOf(first.add(steps[reset]), timezone) <= now) first = first.add(steps[reset])
  const period = {
    start: beginningOf(first, timezone),
    end: beginningOf(first.add(steps[reset]), timezone),
  }
  known.set(key, period)
  return period
}

function beginningOf(day: Temporal.PlainDate, timezone: string): Date {
  return new Date(day.toZonedDateTime(timezone).epochMilliseconds)
}
