import { flushLedgerBriefly } from '@/lib/billing/ledger'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { resolveDayRange } from './internal/day-range'
import { resolveFilters } from './internal/resolve-filters'
import { findNames, sumUsage } from './internal/rollup-repository'
import { toUsageReply } from './internal/to-usage-reply'
import type { Grouping } from './internal/usage-sums-sql'
import type { UsageQuery, UsageReply } from './schema'

const page: Grouping[] = [{ byDay: true }, { byModel: true }, { byKey: true }]
const split: Record<NonNullable<UsageQuery['group_by']>, Grouping> = {
  model: { byDay: true, byModel: true },
  api_key: { byDay: true, byKey: true },
}

/** What the customer used in these days: in all, by day, by model and by key. */
export async function readUsage(caller: Caller, query: UsageQuery): Promise<UsageReply> {
  const range = resolveDayRange(query, clock.now())
  const filters = await resolveFilters(caller, query)
  await flushLedgerBriefly()
  const groupings = query.group_by ? [...page, split[query.group_by]] : page
  const rows = await sumUsage(caller.customerId, range.bounds, filters, groupings)
  const names = await findNames(caller.customerId, rows)
  return toUsageReply(range, rows, names, query.group_by)
}
