import { z } from 'zod'

/**
 * Benchmarks: how well a model does what it is asked, measured here. A *suite* is a versioned set of items of our own
 * writing; an *item* is one question and the code that grades its answer. A *run* asks one model the items of some suites
 * through the gateway itself, and becomes one *score* a suite: the share of items that were passed, with its 95 %
 * interval. Scores of others can be imported from a file that says whose they are. There is no figure without a source.
 */
export const SuiteId = z.enum([
  'reasoning',
  'coding',
  'instructions',
  'structured-output',
  'tool-use',
  'long-context',
])
export type SuiteId = z.infer<typeof SuiteId>

/** What the world reads above a suite's scores. An import may not use these names. */
export const suiteCategories: Readonly<Record<SuiteId, string>> = {
  reasoning: 'Reasoning and arithmetic',
  coding: 'Coding',
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
  /** `portico-coding@1`, or whom an import cites. */
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
