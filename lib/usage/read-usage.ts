import { flushLedgerBriefly } from '@/lib/billing/ledger'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { resolveDayRange } from './internal/day-range'
import { resolveFilters } from './internal/resolve-filters'
import { findNames, type GroupingSet, sumUsage } from './internal/rollup-repository'
import { toUsageReply } from './internal/to-usage-reply'
import type { UsageQuery, UsageReply } from './schema'

const groupedBy = { model: ['day', 'model_id'], api_key: ['day', 'api_key_id'] } satisfies Record<
  string,
  GroupingSet
>

/** What the customer used in these days: in all, by day, by model and by key. */
export async function readUsage(caller: Caller, query: UsageQuery): Promise<UsageReply> {
  const range = resolveDayRange(query, clock.now())
  const filters = await resolveFilters(caller, query)
  await flushLedgerBriefly()
  const sets: GroupingSet[] = [['day'], ['model_id', 'modality'], ['api_key_id']]
  if (query.group_by) sets.push(groupedBy[query.group_by])
  const rows = await sumUsage(caller.customerId, range.bounds, filters, sets)
  const names = await findNames(caller.customerId, rows)
  return toUsageReply(range, rows, names, query.group_by)
}
