import type { PoolClient } from 'pg'
import { flushLedgerBriefly } from '@/lib/money/ledger/ledger'
import { recordOf, toFigures } from '@/lib/money/prices/measures'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { formatUsd, formatUsdForPeople } from '@/lib/platform/money'
import { countUnlisted, type MarkSums, sumByMark } from './internal/mark-repository'
import { listOlderLatencies } from './internal/older-repository'
import {
  type DayRange,
  hourBounds,
  isHourly,
  type NameReaders,
  type OwnedKey,
  resolveDayRange,
  resolveSumFilters,
} from './internal/resolve-query'
import {
  type Grouping,
  markOf,
  sumColumns,
  sumUsage,
  type UsageSumRow,
  type UsageSums,
} from './internal/rollup-repository'
import { listLatencies, type UsageFilters } from './repository'
import type {
  ApiKeyUsage,
  LatencyReply,
  MarkUsage,
  MemberUsage,
  ModelUsage,
  ProjectUsage,
  UsageHour,
  UsageQuery,
  UsageReply,
  UsageTotals,
} from './schema'
import { acrossStores } from './stores'

type Grouped = { by?: Omit<Grouping, 'byDay'>; members?: Awaited<ReturnType<NameReaders['readMemberNames']>> }

/** By what each day is split. */
async function readGrouping(
  customerId: string,
  group: UsageQuery['group_by'],
  readers: NameReaders,
): Promise<Grouped> {
  if (group === 'model') return { by: { byModel: true } }
  if (group === 'api_key') return { by: { byKey: true } }
  if (group !== 'member' && group !== 'project') return {}
  const keys = await readers.listOwnedKeys(customerId)
  const groupOf = (key: OwnedKey) => (group === 'member' ? key.ownerId : key.projectId)
  const byGroup = new Map(
    keys.flatMap((key): [string, string][] => {
      const id = groupOf(key)
      return id === null ? [] : [[key.id, id]]
    }),
  )
  if (group === 'project') return { by: { byGroup } }
  const members = await readers.readMemberNames(customerId)
  for (const id of members.keys()) byGroup.set(id, id)
  return { by: { byGroup }, members }
}

/** The customer's usage in these days: in total, by day, by model and by key, and by hour on request. */
export async function readUsage(
  caller: Caller,
  query: UsageQuery,
  readers: NameReaders,
): Promise<UsageReply> {
  const range = resolveDayRange(query, clock.now())
  const hours = isHourly(query) ? hourBounds(range) : null
  const filters = await resolveSumFilters(caller, query, readers)
  await flushLedgerBriefly()
  const { group_by: group } = query
  const { by, members } = await readGrouping(caller.customerId, group, readers)
  const spans: Grouping[] = [{ byDay: true }, ...(by ? [{ byDay: true as const, ...by }] : [])]
  const whole: Grouping[] = [{ byModel: true }, { byKey: true }, ...(by?.byGroup ? [by] : [])]
  const [rows, marks, hourRows] = await Promise.all([
    sumUsage(caller.customerId, range.bounds, filters, [...spans, ...whole]),
    readMarks(caller.customerId, range.bounds, filters, group),
    hours && sumUsage(caller.customerId, hours, filters, spans),
  ])
  const names = await readUsageNames(readers, caller.customerId, rows)
  const reply = { ...toUsageReply(range, rows, { ...names, members }, by && group), ...marks }
  return hours && hourRows ? { ...reply, hourly: toHours(hours, hourRows, by && group) } : reply
}

const MOST_VALUES = 100

/** What only questions about end users or tags get. */
async function readMarks(
  customerId: string,
  bounds: readonly Date[],
  filters: UsageFilters,
  group: UsageQuery['group_by'],
): Promise<Pick<UsageReply, 'values' | 'unlisted_requests'>> {
  const kind = group === 'end_user' || group === 'tag' ? group : undefined
  if (kind === undefined && markOf(filters) === undefined) return {}
  const [rows, unlisted] = await Promise.all([
    kind && sumByMark(customerId, bounds, filters, kind, MOST_VALUES),
    countUnlisted(customerId, bounds),
  ])
  return { ...(rows && { values: withShares(rows) }), unlisted_requests: unlisted }
}

function withShares(rows: readonly MarkSums[]): MarkUsage[] {
  const all = addSums(rows).cost_nanos
  return rows.map((row) => ({
    value: row.value,
    ...toTotals(row),
    share: all === 0n ? 0 : Number(row.cost_nanos) / Number(all),
  }))
}

export type UsageNames = Awaited<ReturnType<typeof readUsageNames>>

/** Current names of the rows' models, keys and groups (members have theirs with the grouping), by id. */
export async function readUsageNames(readers: NameReaders, customerId: string, used: readonly UsageSumRow[]) {
  const idsOf = (column: 'model_id' | 'api_key_id' | 'group_id') => [
    ...new Set(used.flatMap((row) => row[column] || [])),
  ]
  const [models, apiKeys, projects] = await Promise.all([
    readers.readModelNames(idsOf('model_id')),
    readers.readKeyNames(customerId, idsOf('api_key_id')),
    readers.readProjectNames(customerId, idsOf('group_id')),
  ])
  return { models, apiKeys, projects }
}

/** One answer from rows by day, by model, by key, and by day with model or key. The summary adds up the days. */
function toUsageReply(
  range: DayRange,
  rows: UsageSumRow[],
  names: UsageNames & { members?: Grouped['members'] },
  groupBy: UsageQuery['group_by'],
): UsageReply {
  const byDay = rows.filter((row) => row.day !== null && isWhole(row))
  const summary = addSums(byDay)
  const shareOf = (row: UsageSumRow) =>
    summary.cost_nanos === 0n ? 0 : Number(row.cost_nanos) / Number(summary.cost_nanos)
  const byModel = rows.filter((row) => row.day === null && row.model_id !== null).sort(byCost)
  const byKey = rows.filter((row) => row.day === null && row.api_key_id !== null).sort(byCost)
  const groups = rows.filter((row) => row.day === null && row.group_id !== null).sort(byCost)
  const grouped = <One>(present: (row: UsageSumRow, names: UsageNames) => One) =>
    groups.map((row) => ({ ...present(row, names), ...toTotals(row), share: shareOf(row) }))
  return {
    start_date: range.dates[0] ?? '',
    end_date: range.dates.at(-1) ?? '',
    timezone: range.timezone,
    currency: 'USD',
    summary: toTotals(summary),
    daily: toSpans(rows, range.dates.length, groupBy).map((span, index) => ({
      date: range.dates[index] ?? '',
      ...span,
    })),
    models: byModel.map((row) => ({ ...toModel(row, names), ...toTotals(row), share: shareOf(row) })),
    api_keys: byKey.map((row) => ({ ...toApiKey(row, names), ...toTotals(row), share: shareOf(row) })),
    ...(groupBy === 'member' && { members: grouped((row) => toMember(row, names.members)) }),
    ...(groupBy === 'project' && { projects: grouped(toProject) }),
  }
}

const isWhole = (row: UsageSumRow) =>
  row.model_id === null && row.api_key_id === null && row.group_id === null

function toModel({ model_id, modality }: UsageSumRow, names: UsageNames) {
  const id = model_id ?? ''
  return {
    model_id: id,
    model_name: names.models.get(id) ?? id,
    modality: modality ?? 'chat',
  } satisfies Partial<ModelUsage>
}

function toApiKey({ api_key_id }: UsageSumRow, names: UsageNames) {
  const key = names.apiKeys.get(api_key_id ?? '')
  return {
    api_key_id: api_key_id || null,
    api_key_name: key?.name ?? null,
    api_key_last4: key?.last4 ?? null,
  } satisfies Partial<ApiKeyUsage>
}

function toMember({ group_id }: UsageSumRow, members: Grouped['members']) {
  const member = members?.get(group_id ?? '')
  return {
    member_id: group_id || null,
    member_name: member?.name ?? null,
    member_email: member?.email ?? null,
    has_ended: member?.hasEnded ?? false,
  } satisfies Partial<MemberUsage>
}

function toProject({ group_id }: UsageSumRow, { projects }: UsageNames) {
  return {
    project_id: group_id || null,
    project_name: projects.get(group_id ?? '') ?? null,
  } satisfies Partial<ProjectUsage>
}

/** The rows by hour; `bounds` are the start of each hour and the end of the last. */
function toHours(bounds: Date[], rows: UsageSumRow[], groupBy: UsageQuery['group_by']): UsageHour[] {
  return toSpans(rows, bounds.length - 1, groupBy).map((span, index) => ({
    start: bounds[index]?.toISOString() ?? '',
    ...span,
  }))
}

type Span = Omit<UsageHour, 'start'>

/** The totals of each of `count` days or hours, empty ones included, split by model or key on request. */
function toSpans(rows: UsageSumRow[], count: number, groupBy: UsageQuery['group_by']): Span[] {
  const ofSpans = rows.filter((row) => row.day !== null)
  const totals = new Map(ofSpans.filter(isWhole).map((row) => [row.day, row]))
  const groups = Map.groupBy(
    ofSpans.filter((row) => !isWhole(row)),
    (row) => row.day,
  )
  return Array.from({ length: count }, (_, index) => ({
    ...toTotals(totals.get(index + 1) ?? addSums([])),
    ...(groupBy && { groups: (groups.get(index + 1) ?? []).sort(byCost).map(toGroup) }),
  }))
}

function toGroup(row: UsageSumRow) {
  const { requests, total_tokens, cost } = toTotals(row)
  return { id: row.model_id ?? (row.api_key_id || row.group_id || null), requests, total_tokens, cost }
}

/** Highest cost first, then most requests. */
function byCost(a: UsageSumRow, b: UsageSumRow): number {
  if (a.cost_nanos !== b.cost_nanos) return a.cost_nanos < b.cost_nanos ? 1 : -1
  if (a.requests !== b.requests) return a.requests < b.requests ? 1 : -1
  const idOf = ({ model_id, api_key_id, group_id }: UsageSumRow) => `${model_id}${api_key_id}${group_id}`
  return idOf(a) < idOf(b) ? -1 : 1
}

/** Sums in their wire format. */
export function toTotals(sums: UsageSums): UsageTotals {
  const successful = sums.requests - sums.failed
  return {
    requests: Number(sums.requests),
    successful_requests: Number(successful),
    failed_requests: Number(sums.failed),
    ...toFigures('sums', sums),
    cost: formatUsd(sums.cost_nanos),
    cost_str: formatUsdForPeople(sums.cost_nanos),
    average_latency_ms: successful > 0n ? Math.round(Number(sums.latency_millis) / Number(successful)) : null,
  }
}

export function addSums(all: readonly UsageSums[]): UsageSums {
  return recordOf(sumColumns, (name) => all.reduce((sum, one) => sum + one[name], 0n))
}

const TWO_DAYS_MILLIS = 2 * 24 * 3600 * 1000

/** What requests with a key were charged since the start of a UTC day, in nano-USD, as `db` sees it in its transaction. */
export async function readKeyCost(
  key: { id: string; customerId: string },
  since: Date,
  db: PoolClient,
): Promise<bigint> {
  const filters = { modelId: undefined, callerIds: [key.id] }
  const [row] = await sumUsage(key.customerId, [since, nextDays()], filters, [{ byKey: true }], db)
  return row?.cost_nanos ?? 0n
}

function nextDays(): Date {
  return new Date(new Date(clock.now().getTime() + TWO_DAYS_MILLIS).setUTCHours(0, 0, 0, 0))
}

/** What a customer was charged since the start of an hour quarter, in nano-USD by key. Requests without one have their own ids. */
export async function readCosts(
  customerId: string,
  since: Date,
  db?: PoolClient,
): Promise<{ id: string; costNanos: bigint }[]> {
  const filters = { modelId: undefined, callerIds: undefined }
  const rows = await sumUsage(customerId, [since, nextDays()], filters, [{ byCaller: true }], db)
  return rows.map(({ api_key_id, cost_nanos }) => ({ id: api_key_id ?? '', costNanos: cost_nanos }))
}

/** Reading this many rows takes about a tenth of a second. */
const MAX_REQUESTS = 100_000

/** Exact latency percentiles, read from the rows: sums cannot give them. Rollups tell first whether the rows are few enough. */
export async function readLatency(
  caller: Caller,
  query: Omit<UsageQuery, 'group_by' | 'format'>,
  readers: NameReaders,
): Promise<LatencyReply> {
  const range = resolveDayRange(query, clock.now())
  const bounds = isHourly(query) ? hourBounds(range) : range.bounds
  const filters = await resolveSumFilters(caller, query, readers)
  await flushLedgerBriefly()
  // Rows are found by time alone, so one end user's are read among all.
  const counted = { ...filters, endUser: undefined, tag: undefined }
  const sums = await sumUsage(caller.customerId, range.bounds, counted, [{ byDay: true }])
  const count = sums.reduce((all, { requests }) => all + Number(requests), 0)
  if (count > MAX_REQUESTS) return { summary: null, spans: [], max_requests: MAX_REQUESTS }
  const { customerId } = caller
  const [from = range.bounds[0], end] = [bounds[0], bounds.at(-1)]
  const rows = await acrossStores(async (since) => {
    if (!since || !from || !end || from >= since) return listLatencies(customerId, bounds, filters)
    const asked = { ...filters, customerId, from, until: new Date(Math.min(end.getTime(), since.getTime())) }
    return listLatencies(customerId, bounds, filters, since, await listOlderLatencies(asked, MAX_REQUESTS))
  })
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
