import type { RecentFilters, UsageFilters } from '@/lib/usage/queries'
import { countDays } from '../range/calendar'
import type { DayRange } from '../range/resolve-range'
import type { UsageGroup, UsageView } from './usage-view'
import type { ZonedRange } from './use-usage-range'

const groups: Record<UsageGroup, UsageFilters['group_by']> = {
  none: undefined,
  model: 'model',
  key: 'api_key',
}

/** What a view asks the API for its sums. */
export function usageFilters(view: UsageView, { zone, range }: ZonedRange): UsageFilters {
  // One or two bars would say little.
  const interval = countDays(range.start, range.end) <= 2 ? 'hour' : 'day'
  return { ...daysOf(range, zone), ...narrowing(view), group_by: groups[view.group], interval }
}

/** The same for the period before; only its sums are compared. */
export function previousFilters(view: UsageView, { zone, previous }: ZonedRange): UsageFilters {
  return { ...daysOf(previous, zone), ...narrowing(view) }
}

/** The same before it is narrowed: what there is to choose from. */
export function unfilteredUsage({ zone, range }: ZonedRange): UsageFilters {
  return daysOf(range, zone)
}

/** What a view asks for its list of requests. */
export function recentFilters(view: UsageView, { zone, range }: ZonedRange): RecentFilters {
  return {
    ...daysOf(range, zone),
    ...narrowing(view),
    status: view.status ?? undefined,
    modality: view.modality ?? undefined,
  }
}

function daysOf({ start, end }: DayRange, zone: string) {
  return { start_date: start, end_date: end, timezone: zone }
}

function narrowing({ model, key }: UsageView) {
  return { model: model ?? undefined, api_key_id: key ?? undefined }
}
