import { readTopUps } from '@/lib/billing/orders'
import { readNames } from '@/lib/catalog/models'
import { countNewCustomers, readCustomerNames } from '@/lib/identity/customers'
import { formatUsd } from '@/lib/platform/money'
import { csvLine } from '@/lib/usage/csv-exports'
import { readWholeUsage } from '@/lib/usage/read-traffic'
import { addTraffic, latencyMs, noTraffic, type Traffic } from '@/lib/usage/traffic'
import type { FiguresQuery, FiguresReply, NamedServed, Served, Sums } from './figures-schema'

/** More than anybody has: all customers, for a table. */
const EVERYBODY = 1_000_000

/** What all customers asked for in these days, paid and cost; everything from sums that were made before. */
export async function readFigures(query: FiguresQuery): Promise<FiguresReply> {
  const used = await readWholeUsage(query, query.format === 'csv' ? EVERYBODY : undefined)
  const { from, until, dates, bounds } = used
  const [names, customerNames, newCustomers, topUps] = await Promise.all([
    readNames(),
    readCustomerNames(used.customers.map(({ customer_id }) => customer_id)),
    countNewCustomers(from, until),
    readTopUps(from, until),
  ])
  const ofDay = new Map(used.days.map((row) => [row.start?.getTime(), row]))
  return {
    start_date: dates[0] ?? '',
    end_date: dates.at(-1) ?? '',
    timezone: used.timezone,
    currency: 'USD',
    summary: toServed(addTraffic(used.days)),
    daily: dates.map((date, index) => ({
      date,
      ...toServed(ofDay.get(bounds[index]?.getTime()) ?? noTraffic),
    })),
    providers: named(used.providers, 'provider_id', names.providerName),
    models: named(used.models, 'model_id', names.modelName),
    customers: used.customers.map(({ customer_id: id, failed, requests, ...money }) => ({
      id,
      name: customerNames.get(id) ?? id,
      ...toSums({ requests: Number(requests), errors: Number(failed), ...money }),
    })),
    active_customers: Number(used.customers[0]?.customers ?? 0),
    new_customers: newCustomers,
    top_ups: {
      count: topUps.count,
      paid: formatUsd(topUps.paidNanos),
      fees: formatUsd(topUps.feeNanos),
      refunded: formatUsd(topUps.refundedNanos),
    },
  }
}

type Counted = Pick<Traffic, 'requests' | 'cost_nanos' | 'upstream_cost_nanos'> & { errors: number }

function toSums({ requests, errors, cost_nanos: spend, upstream_cost_nanos: cost }: Counted): Sums {
  return {
    requests,
    errors,
    spend: formatUsd(spend),
    upstream_cost: formatUsd(cost),
    margin: formatUsd(spend - cost),
  }
}

function toServed(traffic: Traffic): Served {
  return {
    ...toSums({ ...traffic, errors: traffic.requests - traffic.successful }),
    latency_p50_ms: latencyMs(traffic, 0.5),
    latency_p95_ms: latencyMs(traffic, 0.95),
  }
}

/** Those that were asked for anything: a try that failed before another route answered is no request. */
function named<Column extends 'provider_id' | 'model_id'>(
  rows: readonly (Traffic & Record<Column, string | null>)[],
  column: Column,
  nameOf: (id: string) => string,
): NamedServed[] {
  return rows
    .filter(({ requests }) => requests > 0)
    .toSorted((a, b) => Number(b.cost_nanos - a.cost_nanos) || b.requests - a.requests)
    .map((row) => {
      const id = row[column] ?? ''
      return { id, name: nameOf(id), ...toServed(row) }
    })
}

const measures = ['requests', 'errors', 'spend', 'upstream_cost', 'margin'] as const
const latencies = ['latency_p50_ms', 'latency_p95_ms'] as const
type Row = Sums & Partial<Served> & { id?: string; name?: string; date?: string }

/** One of the tables of the same figures for spreadsheets. */
export async function exportFigures(
  query: FiguresQuery,
): Promise<{ fileName: string; mimeType: string; content: string }> {
  const reply = await readFigures(query)
  const tables: Record<FiguresQuery['by'], readonly Row[]> = {
    day: reply.daily,
    provider: reply.providers,
    model: reply.models,
    customer: reply.customers,
  }
  const columns: (keyof Row)[] = [
    ...(query.by === 'day' ? (['date'] as const) : (['id', 'name'] as const)),
    ...measures,
    ...(query.by === 'customer' ? [] : latencies),
  ]
  const lines = tables[query.by].map((row) => columns.map((column) => row[column] ?? ''))
  return {
    fileName: `figures-by-${query.by}-${reply.start_date}-to-${reply.end_date}.csv`,
    mimeType: 'text/csv; charset=utf-8',
    content: [columns, ...lines].map(csvLine).join(''),
  }
}
