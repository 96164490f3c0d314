import { Temporal } from 'temporal-polyfill'
import { AppError } from '@/lib/platform/errors'
import type { UsageQuery } from '../schema'

type Asked = Pick<UsageQuery, 'start_date' | 'end_date' | 'timezone'>

/** Whole days of a time zone, and the moments at which each begins. */
export type DayRange = {
  timezone: string
  /** `YYYY-MM-DD`, at least one. */
  dates: string[]
  /** One more than dates: the last is the end of the last day. A day that clocks skip begins when the next one does. */
  bounds: Date[]
}

const DEFAULT_DAYS = 30
const MAX_DAYS = 366

/** The days asked for; the last 30, today included, without dates. Throws a 400 that names the date at fault. */
export function resolveDayRange(asked: Asked, now: Date): DayRange {
  const { timezone } = asked
  const start = asked.start_date === undefined ? undefined : Temporal.PlainDate.from(asked.start_date)
  const end = asked.end_date === undefined ? today(now, timezone) : Temporal.PlainDate.from(asked.end_date)
  const first = start ?? end.subtract({ days: DEFAULT_DAYS - 1 })
  const count = first.until(end).days + 1
  const param = asked.end_date === undefined ? 'start_date' : 'end_date'
  if (count < 1) throw reversed(param, first, end)
  if (count > MAX_DAYS)
    throw new AppError('invalid_parameter', {
      param,
      message: `${param}: the range has ${count} days; at most ${MAX_DAYS} are allowed.`,
    })
  const days = Array.from({ length: count + 1 }, (_, index) => first.add({ days: index }))
  return {
    timezone,
    dates: days.slice(0, count).map((day) => day.toString()),
    bounds: days.map((day) => beginningOf(day, timezone)),
  }
}

/** From when to when the days reach, either end open where no date is given. */
export function resolveInstants(asked: Asked): { from: Date | undefined; until: Date | undefined } {
  const { start_date, end_date, timezone } = asked
  const start = start_date === undefined ? undefined : Temporal.PlainDate.from(start_date)
  const end = end_date === undefined ? undefined : Temporal.PlainDate.from(end_date)
  if (start && end && Temporal.PlainDate.compare(start, end) > 0) throw reversed('end_date', start, end)
  return {
    from: start && beginningOf(start, timezone),
    until: end && beginningOf(end.add({ days: 1 }), timezone),
  }
}

function today(now: Date, timezone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
}

function beginningOf(day: Temporal.PlainDate, timezone: string): Date {
  return new Date(day.toZonedDateTime(timezone).epochMilliseconds)
}

function reversed(param: string, start: Temporal.PlainDate, end: Temporal.PlainDate): AppError {
  return new AppError('invalid_parameter', {
    param,
    message: `${param}: the range from ${start.toString()} to ${end.toString()} ends before it begins.`,
  })
}
