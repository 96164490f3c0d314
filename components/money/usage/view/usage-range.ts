'use client'

import { useBrowserZone } from '@/components/data/browser'
import { useNow } from '@/components/data/relative-time'
import type { RecentFilters, UsageFilters } from '@/lib/money/usage/queries'
import { addDays, countDays, firstOfMonth, monthsBefore, todayIn } from './calendar'
import type { RangeName, UsageGroup, UsageView } from './usage-view'

/** The longest range that the API accepts. */
const MAX_DAYS = 366

type RangeChoice = { range: RangeName; from: string | null; to: string | null }

/** Days, both inclusive. */
export type DayRange = { start: string; end: string }

const lengths = { '1h': 1, '24h': 2, today: 1, '7d': 7, '30d': 30, '90d': 90 } as const
/** Ranges of the last hours until now, instead of whole days. */
export const hours: Partial<Record<RangeName, number>> = { '1h': 1, '24h': 24 }

/** The days of a choice. An invalid custom range (reversed, too long, half) counts as the last 30 days. */
export function resolveRange({ range, from, to }: RangeChoice, today: string): DayRange {
  if (range === 'month') return { start: firstOfMonth(today), end: today }
  if (range === 'custom') {
    if (from && to && rangeProblem(from, to) === null) return { start: from, end: to }
    return resolveRange({ range: '30d', from, to }, today)
  }
  return { start: addDays(today, 1 - lengths[range]), end: today }
}

/** The range to compare with: the same days of the previous month, or as many days right before. */
export function previousRange({ start, end }: DayRange, range: RangeName): DayRange {
  if (range === 'month') return { start: monthsBefore(start, 1), end: monthsBefore(end, 1) }
  const days = countDays(start, end)
  return { start: addDays(start, -days), end: addDays(start, -1) }
}

/** What is wrong with a custom range; null: nothing. */
export function rangeProblem(from: string, to: string): string | null {
  if (!from || !to) return 'Choose both days.'
  if (from > to) return 'The start is after the end.'
  if (countDays(from, to) > MAX_DAYS) return `The range can have at most ${MAX_DAYS} days.`
  return null
}

export type ZonedRange = {
  zone: string
  today: string
  /** The days, or the days that the hours are part of. */
  range: DayRange
  hours: number | undefined
  /** The range to compare with; null for hours. */
  previous: DayRange | null
}

/** The view's range in its time zone; null until the browser's time zone is known. */
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
  member: 'member',
  project: 'project',
}

/** The usage query of a view. */
export function usageFilters(view: UsageView, zoned: ZonedRange): UsageFilters {
  const { range } = zoned
  // A chart of one or two days would have only one or two bars.
  const interval = countDays(range.start, range.end) <= 2 ? 'hour' : 'day'
  return { ...timeOf(zoned), ...filtersOf(view), group_by: groups[view.group], interval }
}

/** The same for the previous period, of which only the totals are used. */
export function previousFilters(view: UsageView, { zone, previous }: ZonedRange): UsageFilters {
  return { ...(previous && daysOf(previous, zone)), ...filtersOf(view) }
}

/** The same without filters, to list what can be filtered by. */
export function unfilteredUsage(zoned: ZonedRange): UsageFilters {
  return timeOf(zoned)
}

/** The query of a view's request list. */
export function recentFilters(view: UsageView, zoned: ZonedRange): RecentFilters {
  return {
    ...timeOf(zoned),
    ...filtersOf(view),
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

function filtersOf({ model, key, member, project, user, tag }: UsageView) {
  return {
    model: model ?? undefined,
    api_key_id: key ?? undefined,
    member_id: member ?? undefined,
    project_id: project ?? undefined,
    end_user: user ?? undefined,
    tag: tag ?? undefined,
  }
}

export const noFilters = { model: null, key: null, member: null, project: null, user: null, tag: null }

export function isFiltered({ model, key, member, project, user, tag }: UsageView): boolean {
  return (model ?? key ?? member ?? project ?? user ?? tag) !== null
}

/** The query of the breakdown by end user or tag, where the view has no filter by one. */
export function markFilters(view: UsageView, zoned: ZonedRange, kind: 'end_user' | 'tag'): UsageFilters {
  const { end_user: _user, tag: _tag, ...filters } = filtersOf(view)
  return { ...timeOf(zoned), ...filters, group_by: kind }
}

/** The query of the breakdown by member or project, whatever the view has as a filter by one. */
export function ownerFilters(view: UsageView, zoned: ZonedRange, kind: 'member' | 'project'): UsageFilters {
  return { ...timeOf(zoned), ...filtersOf({ ...view, [kind]: null }), group_by: kind }
}
