import { flushLedgerBriefly } from '@/lib/billing/ledger'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { resolveDayRange } from './internal/day-range'
import { hourBounds } from './internal/hour-bounds'
import { resolveFilters } from './internal/resolve-filters'
import { findNames, sumUsage } from './internal/rollup-repository'
import { type CsvSpans, writeUsageCsv } from './internal/write-usage-csv'
import type { UsageQuery } from './schema'

/** The same days, or their hours, as a table for spreadsheets: a row for each, by model and key. Its cells add up to the statistics. */
export async function exportUsage(
  caller: Caller,
  query: UsageQuery,
): Promise<{ fileName: string; mimeType: string; content: string }> {
  const range = resolveDayRange(query, clock.now())
  const hours = query.interval === 'hour' ? hourBounds(range) : null
  const spans: CsvSpans = hours
    ? { column: 'start', labels: hours.slice(0, -1).map((start) => start.toISOString()) }
    : { column: 'date', labels: range.dates }
  const filters = await resolveFilters(caller, query)
  await flushLedgerBriefly()
  const each = { byDay: true, byModel: true, byKey: true } as const
  const rows = await sumUsage(caller.customerId, hours ?? range.bounds, filters, [each])
  const names = await findNames(caller.customerId, rows)
  return {
    fileName: `usage-${range.dates[0]}-to-${range.dates.at(-1)}.csv`,
    mimeType: 'text/csv; charset=utf-8',
    content: writeUsageCsv(spans, rows, names),
  }
}
