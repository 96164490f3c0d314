import { z } from 'zod'
import { BenchmarkItem, SuiteId } from '@/lib/catalog/rankings/scores-schema'
import { UsdAmount, UsdString } from '@/lib/money/ledger/schema'
import { Printable } from '@/lib/platform/fields'

const count = z.int().min(0)
const modelId = Printable.min(1).max(200)

export const EstimateRequest = z.strictObject({
  model: modelId,
  /** All suites where absent. */
  suites: z
    .array(SuiteId)
    .min(1)
    .transform((ids) => SuiteId.options.filter((id) => ids.includes(id)))
    .default([...SuiteId.options]),
})
export type EstimateRequest = z.infer<typeof EstimateRequest>

/** From empty answers to answers of maximum length. */
export const Estimate = z.object({
  model_id: z.string(),
  items: count,
  min_cost: UsdString,
  max_cost: UsdString,
})
export type Estimate = z.infer<typeof Estimate>

/** An estimate above `max_cost_usd` is refused. */
export const StartRunRequest = EstimateRequest.extend({ max_cost_usd: UsdAmount })
export type StartRunRequest = z.infer<typeof StartRunRequest>

/** queued → running → completed | failed; queued, running → cancelled. */
export const RunStatus = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled'])
export type RunStatus = z.infer<typeof RunStatus>

export const BenchmarkRun = z.object({
  id: z.string(),
  model_id: z.string(),
  status: RunStatus,
  /** Results so far: score and 95% Wilson interval in percent, null while nothing is graded. */
  suites: z.array(
    BenchmarkItem.pick({ source: true, low: true, high: true }).extend({
      category: z.string(),
      items: count,
      passed: count,
      score: z.number().nullable(),
    }),
  ),
  items: count,
  done: count,
  cost: UsdString,
  /** Failed items with the reason. */
  missed: z.array(z.object({ item: z.string(), reason: z.string() })),
  /** Why it stopped. */
  failure: z.string().nullable(),
  created_at: z.iso.datetime(),
})
export type BenchmarkRun = z.infer<typeof BenchmarkRun>
export const RunsReply = z.object({ data: z.array(BenchmarkRun) })
export const StartedRun = BenchmarkRun.pick({ id: true, status: true })
export type StartedRun = z.infer<typeof StartedRun>
