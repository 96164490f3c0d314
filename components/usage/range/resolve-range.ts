import { addDays, countDays, firstOfMonth, monthsBefore } from './calendar'

/** The longest range that the API takes. */
const MOST_DAYS = 366

export type RangeName = 'today' | '7d' | '30d' | '90d' | 'month' | 'custom'
export type RangeChoice = { range: RangeName; from: string | null; to: string | null }

/** Days, both included. */
export type DayRange = { start: string; end: string }

const lengths = { today: 1, '7d': 7, '30d': 30, '90d': 90 } as const

/** The days that a choice means today. A custom one that cannot be asked for (reversed, too long, half) counts as the last 30 days. */
export function resolveRange({ range, from, to }: RangeChoice, today: string): DayRange {
  if (range === 'month') return { start: firstOfMonth(today), end: today }
  if (range === 'custom') {
    if (from && to && rangeProblem(from, to) === null) return { start: from, end: to }
    return resolveRange({ range: '30d', from, to }, today)
  }
  return { start: addDays(today, 1 - lengths[range]), end: today }
}

/** What the range is compared to: the same days of the month before, else as many days right before. */
export function previousRange({ start, end }: DayRange, range: RangeName): DayRange {
  if (range === 'month') return { start: monthsBefore(start, 1), end: monthsBefore(end, 1) }
  const days = countDays(start, end)
  return { start: addDays(start, -days), end: addDays(start, -1) }
}

/** Says what is wrong with two dates, or null. */
export function rangeProblem(from: string, to: string): string | null {
  if (!from || !to) return 'Choose both days.'
  if (from > to) return 'The first day is after the last.'
  if (countDays(from, to) > MOST_DAYS) return `At most ${MOST_DAYS} days can be shown at once.`
  return null
}
