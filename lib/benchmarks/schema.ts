import { z } from 'zod'
import { UsdAmount, UsdString } from '@/lib/billing/schema'
import { Printable } from '@/lib/platform/printable'
import { queryNumber } from '@/lib/platform/query-number'

/**
 * Benchmarks: how well a model does what it is asked, measured here. A *suite* is a versioned set of items of our own
 * writing; an *item* is one question and the code that grades its answer. A *run* asks one model the items of some suites
 * through the gateway itself, and becomes one *score* a suite: the share of items that were passed, with its 95 %
 * interval. Scores of others can be imported from a file that says whose they are. There is no figure without a source.
 */
export const SuiteId = z.enum(['reasoning', 'instructions', 'structured-output', 'tool-use', 'long-context'])
export type SuiteId = z.infer<typeof SuiteId>

/** What the world reads above a suite's scores. An import may not use these names. */
export const suiteCategories: Readonly<Record<SuiteId, string>> = {
  reasoning: 'Reasoning and arithmetic',
  instructions: 'Instruction following',
  'structured-output': 'Structured output',
  'tool-use': 'Tool use',
  'long-context': 'Long context',
}

/** The metric of every score that is measured here. */
export const MEASURED_METRIC = '% of items passed'

export const BenchmarkItem = z.object({
  /** Equal scores share a rank. */
  rank: z.int(),
  model_id: z.string(),
  score: z.number(),
  metric: z.string(),
  /** Items asked; null where an import does not say. */
  samples: z.int().nullable(),
  /** Bounds of the 95 % interval; null where an import does not say. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** `portico-reasoning@1`, or whom an import cites. */
  source: z.string(),
  /** How our own figures come about, or where a cited one stands. */
  source_url: z.string(),
  /** Of an imported figure. */
  licence: z.string().nullable(),
  as_of: z.iso.datetime(),
})
export type BenchmarkItem = z.infer<typeof BenchmarkItem>

/** The models of one category, best first. */
export const BenchmarkCategory = z.object({ category: z.string(), items: z.array(BenchmarkItem) })
export type BenchmarkCategory = z.infer<typeof BenchmarkCategory>

/** A model's figure in a category, among so many models. */
export type ModelScore = BenchmarkItem & { category: string; compared: number }

export const BenchmarkScoresReply = z.object({ data: z.array(BenchmarkCategory) })
export type BenchmarkScoresReply = z.infer<typeof BenchmarkScoresReply>

export const SuiteReply = z.object({
  id: SuiteId,
  category: z.string(),
  description: z.string(),
  version: z.int(),
  items: z.int(),
})
export const SuitesReply = z.object({ data: z.array(SuiteReply) })
export type SuitesReply = z.infer<typeof SuitesReply>

export const modelId = Printable.min(1).max(200)

/** What is to be asked. */
const scope = {
  model: modelId,
  /** All of them when left out. */
  suites: z
    .array(SuiteId)
    .min(1)
    .transform((ids) => SuiteId.options.filter((id) => ids.includes(id)))
    .default([...SuiteId.options]),
  /** The first items of each suite alone. Such a run is kept, but its scores are not ranked. */
  limit: z.int().min(1).max(10_000).optional(),
  /** Of each answer; left out: what its suite allows. */
  max_tokens: z.int().min(16).max(1_000_000).optional(),
}

export const EstimateRequest = z.strictObject(scope)
export type EstimateRequest = z.infer<typeof EstimateRequest>

export const Estimate = z.object({
  model_id: z.string(),
  suites: z.array(
    z.object({
      id: SuiteId,
      category: z.string(),
      items: z.int(),
      prompt_tokens: z.int(),
      max_completion_tokens: z.int(),
    }),
  ),
  items: z.int(),
  /** About as many, rather fewer. */
  prompt_tokens: z.int(),
  max_completion_tokens: z.int(),
  /** With no answer at all. */
  min_cost: UsdString,
  /** With every answer as long as it may be: what a run may cost at most. */
  max_cost: UsdString,
})
export type Estimate = z.infer<typeof Estimate>

export const StartRunRequest = z.strictObject({
  ...scope,
  /** Questions asked at once. */
  concurrency: z.int().min(1).max(16).default(4),
  /** What the run may cost; an estimate above it is refused. */
  max_cost_usd: UsdAmount,
  /** The key to ask with; left out: one is made for the run and revoked after it. */
  api_key: z.string().min(1).max(200).optional(),
})
export type StartRunRequest = z.infer<typeof StartRunRequest>

/**
 * queued → running → completed | failed; queued, running → cancelled. What failed or was cancelled can be resumed, and so
 * can a completed run in which some items were not answered: it goes on with what is missing.
 */
export const RunStatus = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled'])
export type RunStatus = z.infer<typeof RunStatus>

export function isOpenRun(status: RunStatus): boolean {
  return status === 'queued' || status === 'running'
}

export const ItemOutcome = z.enum(['passed', 'failed', 'unanswered'])
export type ItemOutcome = z.infer<typeof ItemOutcome>

const count = z.int().min(0)

/** How far a suite of a run has come; the score is that of the items graded so far. */
export const SuiteProgress = z.object({
  id: SuiteId,
  category: z.string(),
  version: z.int(),
  items: count,
  passed: count,
  failed: count,
  /** Asked several times and never answered; neither passed nor failed. */
  unanswered: count,
  /** Per cent; null while nothing is graded. */
  score: z.number().nullable(),
  /** The 95 % interval (Wilson). */
  low: z.number().nullable(),
  high: z.number().nullable(),
  cost: UsdString,
  /** Median of the whole answer. */
  latency_p50_ms: z.int().nullable(),
})
export type SuiteProgress = z.infer<typeof SuiteProgress>

export const BenchmarkRun = z.object({
  id: z.string(),
  model_id: z.string(),
  model_name: z.string(),
  status: RunStatus,
  suites: z.array(SuiteProgress),
  items: count,
  /** Passed, failed or unanswered. */
  done: count,
  concurrency: z.int(),
  max_tokens: z.int().nullable(),
  cost: UsdString,
  max_cost: UsdString,
  /** Whether its scores stand in the rankings, once it is completed: whole suites in their present version, all answered. */
  is_ranked: z.boolean(),
  /** Who served it, where that is known. */
  providers: z.array(z.string()),
  /** Why it stopped. */
  failure: z.string().nullable(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
})
export type BenchmarkRun = z.infer<typeof BenchmarkRun>

export const RunParams = z.object({ id: Printable })

export const RunsQuery = z.object({ limit: queryNumber(1, 100, 20) })
export type RunsQuery = z.infer<typeof RunsQuery>
export const RunsReply = z.object({ data: z.array(BenchmarkRun) })
export type RunsReply = z.infer<typeof RunsReply>

export const ResultsQuery = z.object({
  suite: SuiteId.optional(),
  outcome: ItemOutcome.optional(),
})
export type ResultsQuery = z.infer<typeof ResultsQuery>

export const ItemResult = z.object({
  suite: SuiteId,
  item: z.string(),
  outcome: ItemOutcome,
  reason: z.string().nullable(),
  /** What was asked, without what went before it. */
  question: z.string().nullable(),
  /** The beginning of what the model said. */
  answer: z.string().nullable(),
  request_id: z.string().nullable(),
  cost: UsdString,
  latency_ms: z.int(),
})
export type ItemResult = z.infer<typeof ItemResult>
export const ResultsReply = z.object({ data: z.array(ItemResult) })
export type ResultsReply = z.infer<typeof ResultsReply>
