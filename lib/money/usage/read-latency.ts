import { flushLedgerBriefly } from '@/lib/money/ledger/ledger'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { hourBounds, isHourly, resolveDayRange, resolveFilters } from './internal/resolve-query'
import { sumUsage } from './internal/rollup-repository'
import { listLatencies } from './repository'
import type { LatencyReply, UsageQuery } from './schema'

/** Reading this many rows takes about a tenth of a second. */
const MAX_REQUESTS = 100_000

/** How long answers took, exactly: percentiles cannot be had from sums. So rollups say first whether the rows are few enough. */
export async function readLatency(
  caller: Caller,
  query: Omit<UsageQuery, 'group_by' | 'format'>,
): Promise<LatencyReply> {
  const range = resolveDayRange(query, clock.now())
  const bounds = isHourly(query) ? hourBounds(range) : range.bounds
  const filters = await resolveFilters(caller, query)
  await flushLedgerBriefly()
  const sums = await sumUsage(caller.customerId, range.bounds, filters, [{ byDay: true }])
  const count = sums.reduce((all, { requests }) => all + Number(requests), 0)
  if (count > MAX_REQUESTS) return { summary: null, spans: [], max_requests: MAX_REQUESTS }
  const rows = await listLatencies(caller.customerId, bounds, filters)
  const summary = rows.find(({ span }) => span === null)
  return {
    summary: summary ? toSpeeds(summary) : { ...nothing },
    spans: rows
      .filter(({ span }) => span !== null)
      .map((row) => ({ start: bounds[(row.span ?? 1) - 1]?.toISOString() ?? '', ...toSpeeds(row) })),
    max_requests: MAX_REQUESTS,
  }
}

const nothing = { requests: 0, latency_p50_ms: null, latency_p95_ms: null, ttft_p50_ms: null }

function toSpeeds({ requests, latency, ttft }: Awaited<ReturnType<typeof listLatencies>>[number]) {
  const [p50, p95] = latency
  return { requests, latency_p50_ms: p50 ?? null, latency_p95_ms: p95 ?? null, ttft_p50_ms: ttft }
}
