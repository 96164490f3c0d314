import { flushLedgerBriefly } from '@/lib/money/ledger/ledger'
import { clock } from '@/lib/platform/clock'
import { type DayRange, resolveDayRange } from './internal/resolve-query'
import { countActiveCustomers, sumByCustomer } from './internal/rollup-repository'
import {
  hasTraffic,
  listOutcomesSince,
  sumTraffic,
  type TrafficQuestion,
} from './internal/traffic-repository'
import type { UsageQuery } from './schema'
import type { RouteOutcomes, TrafficRow } from './traffic'
import { KEEP_HOURS_MILLIS } from './upkeep'

/** What providers did for all customers together, one row for each requested group; what this process has served so far counts. */
export async function readTraffic(question: TrafficQuestion): Promise<TrafficRow[]> {
  await flushLedgerBriefly()
  return sumTraffic(question)
}

/** As many customers as a page shows. */
const CUSTOMERS = 50
const HOUR_MILLIS = 3_600_000

export type WholeUsage = Awaited<ReturnType<typeof readWholeUsage>>

/**
 * What all customers together requested in some days: by kind, and by day (`bounds` are the moments at which they begin and end), provider,
 * model and customer. Days begin with an hour of UTC, up to three quarters of an hour early where a zone's do not;
 * a range that begins before the hours that are kept is one of UTC days, as `timezone` then says.
 */
export async function readWholeUsage(
  asked: Pick<UsageQuery, 'start_date' | 'end_date' | 'timezone'>,
  customerLimit: number = CUSTOMERS,
) {
  const now = clock.now()
  const { timezone, dates, bounds } = resolveTrafficDays(asked, now)
  const [from = now, until = now] = [bounds[0], bounds.at(-1)]
  await flushLedgerBriefly()
  const latency = { from, until, speeds: ['latency'] } as const
  const [days, providers, models, customers, active] = await Promise.all([
    sumTraffic({ ...latency, starts: bounds.slice(0, -1), byModality: true }),
    sumTraffic({ ...latency, byProvider: true, byModality: true }),
    sumTraffic({ ...latency, byModel: true }),
    sumByCustomer(from, until, customerLimit),
    countActiveCustomers(bounds),
  ])
  const ofDay = Map.groupBy(days, ({ start }) => start?.getTime())
  const daily = dates.map((date, index) => ({
    date,
    traffic: ofDay.get(bounds[index]?.getTime()) ?? [],
    activeCustomers: active.find(({ day }) => day === index + 1)?.customers ?? 0,
  }))
  return { timezone, bounds, daily, providers, models, customers }
}

function resolveTrafficDays(asked: Parameters<typeof resolveDayRange>[0], now: Date): DayRange {
  const range = resolveDayRange(asked, now)
  const [first] = range.bounds
  if (first && first.getTime() < now.getTime() - KEEP_HOURS_MILLIS)
    return resolveDayRange({ ...asked, timezone: 'UTC' }, now)
  const toHour = (bound: Date) => new Date(Math.floor(bound.getTime() / HOUR_MILLIS) * HOUR_MILLIS)
  return { ...range, bounds: range.bounds.map(toHour) }
}

/** How each provider's models answered since that moment, a beginning of five minutes within the last day; newest first. */
export async function listRecentOutcomes(since: Date): Promise<RouteOutcomes[]> {
  await flushLedgerBriefly()
  return listOutcomesSince(since)
}

/** Whether anybody was ever served by a model, or (with a provider) by that one route of it. */
export async function wasEverUsed(modelId: string, providerId: string | null = null): Promise<boolean> {
  await flushLedgerBriefly()
  return hasTraffic(modelId, providerId)
}
