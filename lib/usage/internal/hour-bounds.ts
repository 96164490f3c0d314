import { AppError } from '@/lib/platform/errors'
import type { DayRange } from './day-range'

const HOUR_MILLIS = 3_600_000
const MAX_DAYS = 2

/** The moments at which each hour of the days begins, and the end of the last. Throws a 400 when there are too many days. */
export function hourBounds({ dates, bounds }: DayRange): Date[] {
  if (dates.length > MAX_DAYS)
    throw new AppError('invalid_parameter', {
      param: 'interval',
      message: `interval: the range has ${dates.length} days; hours are given for at most ${MAX_DAYS}.`,
    })
  return bounds.flatMap((start, index) => {
    const end = bounds[index + 1]
    if (end === undefined) return [start]
    const count = Math.ceil((end.getTime() - start.getTime()) / HOUR_MILLIS)
    return Array.from({ length: count }, (_, hour) => new Date(start.getTime() + hour * HOUR_MILLIS))
  })
}
