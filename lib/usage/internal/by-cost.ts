import type { UsageSumRow } from './rollup-repository'

/** Highest cost first; what costs nothing by how often it was used. */
export function byCost(a: UsageSumRow, b: UsageSumRow): number {
  if (a.cost_nanos !== b.cost_nanos) return a.cost_nanos < b.cost_nanos ? 1 : -1
  if (a.requests !== b.requests) return a.requests < b.requests ? 1 : -1
  return `${a.model_id}${a.api_key_id}` < `${b.model_id}${b.api_key_id}` ? -1 : 1
}
