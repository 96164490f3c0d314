import { addSums } from './add-sums'
import { csvLine } from './csv-line'
import type { UsageNames, UsageSumRow, UsageSums } from './rollup-repository'
import { toTotals } from './to-totals'

const columns = [
  'date',
  'model_id',
  'model_name',
  'modality',
  'api_key_id',
  'api_key_name',
  'requests',
  'successful_requests',
  'failed_requests',
  'prompt_tokens',
  'cached_tokens',
  'completion_tokens',
  'total_tokens',
  'images',
  'video_seconds',
  'cost',
]

/** A day without use is one row of zeros. */
export function writeUsageCsv(dates: string[], rows: UsageSumRow[], names: UsageNames): string {
  const byDay = Map.groupBy(rows, (row) => row.day)
  const lines = dates.flatMap((date, index) => {
    const used = byDay.get(index + 1)?.toSorted(inOrder) ?? []
    if (used.length === 0) return [[date, '', '', '', '', '', ...figuresOf(addSums([]))]]
    return used.map((row) => [date, ...labelsOf(row, names), ...figuresOf(row)])
  })
  return [columns, ...lines].map(csvLine).join('')
}

function labelsOf(row: UsageSumRow, names: UsageNames): string[] {
  const model = row.model_id ?? ''
  const key = row.api_key_id ?? ''
  return [
    model,
    names.models.get(model) ?? model,
    row.modality ?? '',
    key,
    names.apiKeys.get(key)?.name ?? '',
  ]
}

function figuresOf(sums: UsageSums): (string | number)[] {
  const totals = toTotals(sums)
  return [
    totals.requests,
    totals.successful_requests,
    totals.failed_requests,
    totals.prompt_tokens,
    totals.cached_tokens,
    totals.completion_tokens,
    totals.total_tokens,
    totals.images,
    totals.video_seconds,
    totals.cost,
  ]
}

function inOrder(a: UsageSumRow, b: UsageSumRow): number {
  return compare(a.model_id, b.model_id) || compare(a.api_key_id, b.api_key_id)
}

function compare(a: string | null, b: string | null): number {
  return (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0
}
