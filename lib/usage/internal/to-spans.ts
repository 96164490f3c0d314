import type { UsageHour, UsageQuery } from '../schema'
import { addSums } from './add-sums'
import { byCost } from './by-cost'
import type { UsageSumRow } from './rollup-repository'
import { toTotals } from './to-totals'

type Span = Omit<UsageHour, 'start'>

/** The rows of each of `count` days or hours, those without use too, with their models or keys where that was asked for. */
export function toSpans(rows: UsageSumRow[], count: number, groupBy: UsageQuery['group_by']): Span[] {
  const ofSpans = rows.filter((row) => row.day !== null)
  const isWhole = (row: UsageSumRow) => row.model_id === null && row.api_key_id === null
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
  return { id: row.model_id ?? (row.api_key_id || null), requests, total_tokens, cost }
}
