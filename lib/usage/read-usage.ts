import { flushLedgerBriefly } from '@/lib/billing/ledger'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { resolveDayRange } from './internal/day-range'
import { hourBounds } from './internal/hour-bounds'
import { resolveFilters } from './internal/resolve-filters'
import { findNames, sumUsage } from './internal/rollup-repository'
import { toHours } from './internal/to-hours'
import { toUsageReply } from './internal/to-usage-reply'
import type { Grouping } from './internal/usage-sums-sql'
import type { UsageQuery, UsageReply } from './schema'

const split: Record<NonNullable<UsageQuery['group_by']>, Grouping> = {
  model: { byDay: true, byModel: true },
  api_key: { byDay: true, byKey: true },
}

/** What the customer used in these days: in all, by day, by model and by key; by hour where that is asked for. */
export async function readUsage(caller: Caller, query: UsageQuery): Promise<UsageReply> {
  const range = resolveDayRange(query, clock.now())
  const hours = query.interval === 'hour' ? hourBounds(range) : null
  const filters = await resolveFilters(caller, query)
  await flushLedgerBriefly()
  const spans: Grouping[] = [{ byDay: true }, ...(query.group_by ? [split[query.group_by]] : [])]
  const [rows, hourRows] = await Promise.all([
    sumUsage(caller.customerId, range.bounds, filters, [...spans, { byModel: true }, { byKey: true }]),
    hours && sumUsage(caller.customerId, hours, filters, spans),
  ])
  const names = await findNames(caller.customerId, rows)
  const reply = toUsageReply(range, rows, names, query.group_by)
  return hours && hourRows ? { ...reply, hourly: toHours(hours, hourRows, query.group_by) } : reply
}
