import { flushLedgerBriefly } from '@/lib/money/ledger/ledger'
import { clock } from '@/lib/platform/clock'
import { listOlderCostliest } from './internal/older-repository'
import { type DayRange, resolveDayRange } from './internal/resolve-query'
import { countActiveCustomers, listUsersOf, sumByCustomer, sumCostOf } from './internal/rollup-repository'
import {
  type Costly,
  hasTraffic,
  listOutcomesSince,
  listCostliest as listStoredCostliest,
  sumTraffic,
  type TrafficQuestion,
} from './internal/traffic-repository'
import type { UsageQuery } from './schema'
import { acrossStores } from './stores'
import type { RouteOutcomes, TrafficRow } from './traffic'
import { KEEP_HOURS_MILLIS } from './upkeep'

/** Providers' traffic for all customers, one row per group, including what this process has just served. */
export async function readTraffic(question: TrafficQuestion): Promise<TrafficRow[]> {
  await flushLedgerBriefly()
  return sumTraffic(question)
}

/** The dearest requests of a provider's model in some hours, at cost, without those with customers' own keys. */
export function listCostliest(...question: Parameters<typeof listStoredCostliest>): Promise<Costly[]> {
  return acrossStores((since) =>
    since && question[0].until <= since ? listOlderCostliest(...question) : listStoredCostliest(...question),
  )
}

/** Customers that one page shows. */
const CUSTOMERS = 50
const HOUR_MILLIS = 3_600_000

export type ServiceUsage = Awaited<ReturnType<typeof readServiceUsage>>

/**
 * Usage of all customers in some days, by day and kind, provider, model and customer; `bounds` are the starts of the days and
 * the end of the last. Days start at a full UTC hour, up to 45 minutes early in zones with other offsets. A range that starts
 * before the hours that are stored consists of UTC days, and `timezone` is `UTC` then. `groupOf`: the groups of customers that
 * are summed too.
 */
export async function readServiceUsage(
  asked: Pick<UsageQuery, 'start_date' | 'end_date' | 'timezone'>,
  customerLimit: number = CUSTOMERS,
  groupOf: ReadonlyMap<string, string> = new Map(),
) {
  const now = clock.now()
  const { timezone, dates, bounds } = resolveTrafficDays(asked, now)
  const [from = now, until = now] = [bounds[0], bounds.at(-1)]
  await flushLedgerBriefly()
  const latency = { from, until, speeds: ['latency'] } as const
  const [days, providers, models, customers, groups, active] = await Promise.all([
    sumTraffic({ ...latency, starts: bounds.slice(0, -1), byModality: true }),
    sumTraffic({ ...latency, byProvider: true, byModality: true }),
    sumTraffic({ ...latency, byModel: true }),
    sumByCustomer(from, until, customerLimit),
    groupOf.size > 0 ? sumByCustomer(from, until, groupOf.size, groupOf) : [],
    countActiveCustomers(bounds),
  ])
  const ofDay = Map.groupBy(days, ({ start }) => start?.getTime())
  const daily = dates.map((date, index) => ({
    date,
    traffic: ofDay.get(bounds[index]?.getTime()) ?? [],
    activeCustomers: active.find(({ day }) => day === index + 1)?.customers ?? 0,
  }))
  return { timezone, bounds, daily, providers, models, customers, groups }
}

/** What each of these customers was charged between two full hours, in nano-USD. */
export async function readSpendOf(
  customerIds: readonly string[],
  from: Date,
  until: Date,
): Promise<Map<string, bigint>> {
  await flushLedgerBriefly()
  return sumCostOf(customerIds, from, until)
}

function resolveTrafficDays(asked: Parameters<typeof resolveDayRange>[0], now: Date): DayRange {
  const range = resolveDayRange(asked, now)
  const [first] = range.bounds
  if (first && first.getTime() < now.getTime() - KEEP_HOURS_MILLIS)
    return resolveDayRange({ ...asked, timezone: 'UTC' }, now)
  const toHour = (bound: Date) => new Date(Math.floor(bound.getTime() / HOUR_MILLIS) * HOUR_MILLIS)
  return { ...range, bounds: range.bounds.map(toHour) }
}

/** How each provider's models answered since `since`, the start of five minutes within the last day; newest first. */
export async function listRecentOutcomes(since: Date): Promise<RouteOutcomes[]> {
  await flushLedgerBriefly()
  return listOutcomesSince(since)
}

/** Customers who used a model since then, by id, after one. */
export async function listModelUsers(...question: Parameters<typeof listUsersOf>): Promise<string[]> {
  await flushLedgerBriefly()
  return listUsersOf(...question)
}

/** Whether a model, or with a provider that route of it, ever served a request. */
export async function wasEverUsed(modelId: string, providerId: string | null = null): Promise<boolean> {
  await flushLedgerBriefly()
  return hasTraffic(modelId, providerId)
}
