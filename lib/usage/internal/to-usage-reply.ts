import type { ApiKeyUsage, ModelUsage, UsageDay, UsageQuery, UsageReply } from '../schema'
import { addSums } from './add-sums'
import type { DayRange } from './day-range'
import type { UsageNames, UsageSumRow } from './rollup-repository'
import { toTotals } from './to-totals'

/** The rows by day, by model and by key (and by day and model or key) as one answer. The days are the summary. */
export function toUsageReply(
  range: DayRange,
  rows: UsageSumRow[],
  names: UsageNames,
  groupBy: UsageQuery['group_by'],
): UsageReply {
  const byDay = rows.filter((row) => row.day !== null && row.model_id === null && row.api_key_id === null)
  const summary = addSums(byDay)
  const shareOf = (row: UsageSumRow) =>
    summary.cost_nanos === 0n ? 0 : Number(row.cost_nanos) / Number(summary.cost_nanos)
  const byModel = rows.filter((row) => row.day === null && row.model_id !== null).sort(byCost)
  const byKey = rows.filter((row) => row.day === null && row.api_key_id !== null).sort(byCost)
  return {
    start_date: range.dates[0] ?? '',
    end_date: range.dates.at(-1) ?? '',
    timezone: range.timezone,
    currency: 'USD',
    summary: toTotals(summary),
    daily: toDays(range, byDay, groupBy ? rows : null),
    models: byModel.map((row) => ({ ...toModel(row, names), ...toTotals(row), share: shareOf(row) })),
    api_keys: byKey.map((row) => ({ ...toApiKey(row, names), ...toTotals(row), share: shareOf(row) })),
  }
}

function toDays(range: DayRange, byDay: UsageSumRow[], all: UsageSumRow[] | null): UsageDay[] {
  const totals = new Map(byDay.map((row) => [row.day, row]))
  const grouped = all?.filter((row) => row.day !== null && (row.model_id !== null || row.api_key_id !== null))
  const groups = grouped && Map.groupBy(grouped, (row) => row.day)
  return range.dates.map((date, index) => ({
    date,
    ...toTotals(totals.get(index + 1) ?? addSums([])),
    ...(groups && { groups: (groups.get(index + 1) ?? []).sort(byCost).map(toGroup) }),
  }))
}

function toGroup(row: UsageSumRow) {
  const { requests, total_tokens, cost } = toTotals(row)
  return { id: row.model_id ?? (row.api_key_id || null), requests, total_tokens, cost }
}

function toModel({ model_id, modality }: UsageSumRow, names: UsageNames) {
  const id = model_id ?? ''
  return {
    model_id: id,
    model_name: names.models.get(id) ?? id,
    modality: modality ?? 'chat',
  } satisfies Partial<ModelUsage>
}

function toApiKey({ api_key_id }: UsageSumRow, names: UsageNames) {
  return {
    api_key_id: api_key_id || null,
    api_key_name: names.apiKeys.get(api_key_id ?? '') ?? null,
  } satisfies Partial<ApiKeyUsage>
}

/** Dearest first; what costs nothing by how often it was used. */
function byCost(a: UsageSumRow, b: UsageSumRow): number {
  if (a.cost_nanos !== b.cost_nanos) return a.cost_nanos < b.cost_nanos ? 1 : -1
  if (a.requests !== b.requests) return a.requests < b.requests ? 1 : -1
  return `${a.model_id}${a.api_key_id}` < `${b.model_id}${b.api_key_id}` ? -1 : 1
}
