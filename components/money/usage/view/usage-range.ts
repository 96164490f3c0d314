'use client'

import { useBrowserZone } from '@/components/data/browser'
import { useNow } from '@/components/data/relative-time'
import type { RecentFilters, UsageFilters } from '@/lib/money/usage/queries'
import { addDays, countDays, firstOfMonth, monthsBefore, todayIn } from './calendar'
import type { RangeName, UsageGroup, UsageView } from './usage-view'

/** The longest range that the API accepts. */
const MOST_DAYS = 366

type RangeChoice = { range: RangeName; from: string | null; to: string | null }

/** Days, both included. */
export type DayRange = { start: string; end: string }

const lengths = { '1h': 1, '24h': 2, today: 1, '7d': 7, '30d': 30, '90d': 90 } as const
/** Ranges that end now and begin this many hours before, not with a day. */
export const hours: Partial<Record<RangeName, number>> = { '1h': 1, '24h': 24 }

/** The days that a choice means today. A custom one that is invalid (reversed, too long, half) counts as the last 30 days. */
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

export type ZonedRange = {
  zone: string
  today: string
  /** The days, or those that the hours are of. */
  range: DayRange
  hours: number | undefined
  /** What it is compared to; hours to nothing. */
  previous: DayRange | null
}

/** The days that the view means, in its zone. Null until the browser's zone is known. */
export function useUsageRange(view: UsageView): ZonedRange | null {
  const browserZone = useBrowserZone()
  const now = useNow()
  const zone = view.zone ?? browserZone
  if (!zone) return null
  const today = todayIn(zone, now)
  const range = resolveRange(view, today)
  const lastHours = hours[view.range]
  const previous = lastHours === undefined ? previousRange(range, view.range) : null
  return { zone, today, range, hours: lastHours, previous }
}

const groups: Record<UsageGroup, UsageFilters['group_by']> = {
  none: undefined,
  model: 'model',
  key: 'api_key',
}

/** What a view asks the API for its sums. */
export function usageFilters(view: UsageView, zoned: ZonedRange): UsageFilters {
  const { range } = zoned
  // One or two bars would say little.
  const interval = countDays(range.start, range.end) <= 2 ? 'hour' : 'day'
  return { ...timeOf(zoned), ...narrowing(view), group_by: groups[view.group], interval }
}

/** The same for the period before; only its sums are compared. */
export function previousFilters(view: UsageView, { zone, previous }: ZonedRange): UsageFilters {
  return { ...(previous && daysOf(previous, zone)), ...narrowing(view) }
}

/** The same before it is narrowed: what there is to choose from. */
export function unfilteredUsage(zoned: ZonedRange): UsageFilters {
  return timeOf(zoned)
}

/** What a view asks for its list of requests. */
export function recentFilters(view: UsageView, zoned: ZonedRange): RecentFilters {
  return {
    ...timeOf(zoned),
    ...narrowing(view),
    status: view.status ?? undefined,
    modality: view.modality ?? undefined,
  }
}

function timeOf({ hours, range, zone }: ZonedRange) {
  return hours === undefined ? daysOf(range, zone) : { hours, timezone: zone }
}

function daysOf({ start, end }: DayRange, zone: string) {
  return { start_date: start, end_date: end, timezone: zone }
}

function narrowing({ model, key }: UsageView) {
  return { model: model ?? undefined, api_key_id: key ?? undefined }
}
