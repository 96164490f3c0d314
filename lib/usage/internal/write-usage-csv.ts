import { addSums } from './add-sums'
import { csvLine } from './csv-line'
import type { UsageNames, UsageSumRow, UsageSums } from './rollup-repository'
import { toTotals } from './to-totals'

/** After the day or the hour. */
const columns = [
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

/** Days or hours, as their column calls them. */
export type CsvSpans = { column: 'date' | 'start'; labels: string[] }

/** A span without use is one row of zeros. */
export function writeUsageCsv({ column, labels }: CsvSpans, rows: UsageSumRow[], names: UsageNames): string {
  const bySpan = Map.groupBy(rows, (row) => row.day)
  const lines = labels.flatMap((label, index) => {
    const used = bySpan.get(index + 1)?.toSorted(inOrder) ?? []
    if (used.length === 0) return [[label, '', '', '', '', '', ...figuresOf(addSums([]))]]
    return used.map((row) => [label, ...labelsOf(row, names), ...figuresOf(row)])
  })
  return [[column, ...columns], ...lines].map(csvLine).join('')
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
