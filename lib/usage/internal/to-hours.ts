import type { UsageHour, UsageQuery } from '../schema'
import type { UsageSumRow } from './rollup-repository'
import { toSpans } from './to-spans'

/** The rows by hour; `bounds` are the beginnings of the hours and the end of the last. */
export function toHours(bounds: Date[], rows: UsageSumRow[], groupBy: UsageQuery['group_by']): UsageHour[] {
  return toSpans(rows, bounds.length - 1, groupBy).map((span, index) => ({
    start: bounds[index]?.toISOString() ?? '',
    ...span,
  }))
}
