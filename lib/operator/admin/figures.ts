import { countNewCustomers, readCustomerNames } from '@/lib/account/identity/customers'
import { readNames } from '@/lib/catalog/models/models'
import { readTopUps, type TopUps } from '@/lib/money/orders/orders'
import { customerGroups } from '@/lib/money/price-groups/in-force'
import { csvTable } from '@/lib/money/usage/csv-exports'
import { readServiceUsage, type ServiceUsage } from '@/lib/money/usage/read-traffic'
import type { UsageModality } from '@/lib/money/usage/schema'
import {
  addTraffic,
  latencyMs,
  leadingKind,
  type Traffic,
  type TrafficRow,
  usedModalities,
} from '@/lib/money/usage/traffic'
import { formatUsd } from '@/lib/platform/money'
import type { Day, FiguresQuery, FiguresReply, NamedServed, Served, Sums } from './figures-schema'

/** A limit that no installation reaches. */
const ALL_CUSTOMERS = 1_000_000

/** Usage, revenue and cost of all customers in a range of days, read from rollups. */
export async function readFigures(query: FiguresQuery): Promise<FiguresReply> {
  const groups = customerGroups()
  const groupOf = new Map([...groups].map(([id, group]) => [id, group.id]))
  const groupNames = new Map([...groups.values()].map(({ id, name }) => [id, name]))
  const used = await readServiceUsage(query, query.format === 'csv' ? ALL_CUSTOMERS : undefined, groupOf)
  const { daily, bounds } = used
  const [names, customerNames, newCustomers, topUps] = await Promise.all([
    readNames(),
    readCustomerNames(used.customers.map(({ id }) => id)),
    countNewCustomers(bounds),
    readTopUps(bounds),
  ])
  const whole = daily.flatMap(({ traffic }) => traffic)
  const modality = leadingKind(usedModalities(whole))
  return {
    start_date: daily[0]?.date ?? '',
    end_date: daily.at(-1)?.date ?? '',
    timezone: used.timezone,
    currency: 'USD',
    summary: toServed(whole),
    daily: daily.map(({ date, traffic, activeCustomers }, index) => ({
      date,
      ...toServed(traffic, modality),
      active_customers: activeCustomers,
      new_customers: newCustomers[index] ?? 0,
      top_ups: toTopUps(topUps.slice(index, index + 1)),
    })),
    providers: named(used.providers, 'provider_id', names.providerName),
    models: named(used.models, 'model_id', names.modelName),
    customers: used.customers.map((row) => toCustomer(row, customerNames)),
    price_groups: used.groups.map((row) => toCustomer(row, groupNames)),
    active_customers: Number(used.customers[0]?.total ?? 0),
    new_customers: newCustomers.reduce((sum, count) => sum + count, 0),
    top_ups: toTopUps(topUps),
  }
}

function toTopUps(all: readonly TopUps[]): FiguresReply['top_ups'] {
  const total = (of: (one: TopUps) => bigint) => formatUsd(all.reduce((sum, one) => sum + of(one), 0n))
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    paid: total(({ paidNanos }) => paidNanos),
    fees: total(({ feeNanos }) => feeNanos),
    refunded: total(({ refundedNanos }) => refundedNanos),
  }
}

type CustomerUsage = ServiceUsage['customers'][number]

function toCustomer(
  { id, requests, failed, latency_millis, ...money }: CustomerUsage,
  names: ReadonlyMap<string, string>,
) {
  const served = Number(requests - failed)
  return {
    id,
    name: names.get(id) ?? id,
    ...toSums({ requests: Number(requests), errors: Number(failed), ...money }),
    latency_mean_ms: served > 0 ? Math.round(Number(latency_millis) / served) : null,
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

function toServed(rows: readonly TrafficRow[], modality = leadingKind(usedModalities(rows))): Served {
  const whole = addTraffic(rows)
  const latencyOf = (kind: UsageModality) => {
    const traffic = addTraffic(rows.filter((row) => row.modality === kind))
    return { latency_p50_ms: latencyMs(traffic, 0.5), latency_p95_ms: latencyMs(traffic, 0.95) }
  }
  return {
    ...toSums({ ...whole, errors: whole.requests - whole.successful }),
    ...latencyOf(modality),
    latency_modality: modality,
    latencies: usedModalities(rows).map((kind) => ({ modality: kind, ...latencyOf(kind) })),
  }
}

/** By provider or model, those with requests: an attempt that fell back to another route is none. */
function named(
  rows: readonly TrafficRow[],
  column: 'provider_id' | 'model_id',
  nameOf: (id: string) => string,
): NamedServed[] {
  return [...Map.groupBy(rows, (row) => row[column] ?? '')]
    .map(([id, traffic]) => ({ id, traffic, whole: addTraffic(traffic) }))
    .filter(({ whole }) => whole.requests > 0)
    .sort((a, b) => Number(b.whole.cost_nanos - a.whole.cost_nanos) || b.whole.requests - a.whole.requests)
    .map(({ id, traffic }) => ({ id, name: nameOf(id), ...toServed(traffic) }))
}

const measures = ['requests', 'errors', 'spend', 'upstream_cost', 'margin'] as const
const latencies = ['latency_p50_ms', 'latency_p95_ms'] as const

/** The columns of each table. New ones are added at the end. */
const columns = {
  day: [
    'date',
    ...measures,
    ...latencies,
    'new_customers',
    'active_customers',
    'top_ups',
    'top_ups_paid',
    'top_ups_fees',
    'top_ups_refunded',
    'latency_modality',
  ],
  provider: ['id', 'name', ...measures, ...latencies, 'latency_modality'],
  model: ['id', 'name', ...measures, ...latencies, 'latency_modality'],
  customer: ['id', 'name', ...measures, 'latency_mean_ms'],
  price_group: ['id', 'name', ...measures, 'latency_mean_ms'],
} satisfies Record<FiguresQuery['by'], string[]>

/** One of the tables as CSV. */
export async function exportFigures(
  query: FiguresQuery,
): Promise<{ fileName: string; mimeType: string; content: string }> {
  const reply = await readFigures(query)
  const tables: Record<FiguresQuery['by'], readonly Record<string, string | number | null>[]> = {
    day: reply.daily.map(toFlat),
    provider: reply.providers.map(withoutList),
    model: reply.models.map(withoutList),
    customer: reply.customers,
    price_group: reply.price_groups,
  }
  const head = columns[query.by]
  const lines = tables[query.by].map((row) => head.map((column) => row[column] ?? ''))
  return {
    fileName: `figures-by-${query.by}-${reply.start_date}-to-${reply.end_date}.csv`,
    mimeType: 'text/csv; charset=utf-8',
    content: csvTable([head, ...lines]),
  }
}

function withoutList<Row extends Served>({ latencies: _, ...row }: Row) {
  return row
}

function toFlat({ top_ups: { count, paid, fees, refunded }, latencies: _, ...day }: Day) {
  return { ...day, top_ups: count, top_ups_paid: paid, top_ups_fees: fees, top_ups_refunded: refunded }
}
