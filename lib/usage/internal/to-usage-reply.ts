import type { ApiKeyUsage, ModelUsage, UsageQuery, UsageReply } from '../schema'
import { addSums } from './add-sums'
import { byCost } from './by-cost'
import type { DayRange } from './day-range'
import type { UsageNames, UsageSumRow } from './rollup-repository'
import { toSpans } from './to-spans'
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
    daily: toSpans(rows, range.dates.length, groupBy).map((span, index) => ({
      date: range.dates[index] ?? '',
      ...span,
    })),
    models: byModel.map((row) => ({ ...toModel(row, names), ...toTotals(row), share: shareOf(row) })),
    api_keys: byKey.map((row) => ({ ...toApiKey(row, names), ...toTotals(row), share: shareOf(row) })),
  }
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
  const key = names.apiKeys.get(api_key_id ?? '')
  return {
    api_key_id: api_key_id || null,
    api_key_name: key?.name ?? null,
    api_key_last4: key?.last4 ?? null,
  } satisfies Partial<ApiKeyUsage>
}
