import { z } from 'zod'
import { characters, Printable } from '@/lib/platform/fields'

/**
 * Benchmarks. A *suite* is a versioned set of built-in *items*: a question and the code that grades its answer. A *run*
 * sends the items of some suites to a model through the gateway, and results in one *score* per suite: the share of items
 * passed, with its 95% interval. Published scores are imported with their source.
 */
export const SuiteId = z.enum(['reasoning', 'instructions', 'structured-output', 'tool-use'])
export type SuiteId = z.infer<typeof SuiteId>

/** The metric of all measured scores. */
export const MEASURED_METRIC = '% of items passed'

export const BenchmarkItem = z.object({
  /** Equal scores share a rank. */
  rank: z.int(),
  model_id: z.string(),
  score: z.number(),
  metric: z.string(),
  /** The number of items; null where an import does not state it. */
  samples: z.int().nullable(),
  /** Bounds of the 95% interval; null where an import does not state them. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** `portico-reasoning@2`, or the source of an import. */
  source: z.string(),
  /** Where the method, or the imported score, is published. */
  source_url: z.string(),
  /** The license of an imported score; null for measured ones. */
  licence: z.string().nullable(),
  as_of: z.iso.datetime(),
})
export type BenchmarkItem = z.infer<typeof BenchmarkItem>

/** The models of one category, best first. */
export const BenchmarkCategory = z.object({ category: z.string(), items: z.array(BenchmarkItem) })
export type BenchmarkCategory = z.infer<typeof BenchmarkCategory>

/** A model's score in a category, and the number of compared models. */
export type ModelScore = BenchmarkItem & { category: string; compared: number }

const count = z.int().min(0)
const modelId = Printable.min(1).max(200)

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .check(characters({ most }))
    .regex(/^[^\p{Cc}]*$/u, 'must not contain control characters')

/** A published score in the metric's unit; higher is better. */
const ImportedScore = z
  .strictObject({
    model: modelId,
    category: line(100),
    metric: line(100),
    score: z.number(),
    samples: z.int().min(1).optional(),
    low: z.number().optional(),
    high: z.number().optional(),
  })
  .refine(
    ({ low, score, high }) =>
      low === undefined || high === undefined ? low === high : low <= score && score <= high,
    { path: ['score'], message: 'must lie between low and high, given together' },
  )

/** Published scores with source, URL, license and date. */
export const ImportRequest = z.strictObject({
  source: z.strictObject({
    name: line(200),
    url: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).max(2000),
    licence: line(200),
    date: z.iso
      .date('must be a date such as 2026-11-30')
      .refine((date) => Date.parse(date) <= Date.now(), 'must not lie in the future'),
  }),
  results: z
    .array(ImportedScore)
    .min(1, 'must have at least one result')
    .max(5000)
    .refine(
      (all) => new Set(all.map(({ model, category }) => `${model}\n${category}`)).size === all.length,
      'must name a model only once in each category',
    ),
})
export type ImportRequest = z.infer<typeof ImportRequest>
export const ImportReply = z.object({ imported: count })

/** A category of imported scores, with one source and one metric; `as_of` is the day of the newest. */
export const ImportedCategory = BenchmarkItem.pick({
  metric: true,
  source: true,
  source_url: true,
  as_of: true,
}).extend({ category: z.string(), licence: z.string(), scores: count })
export type ImportedCategory = z.infer<typeof ImportedCategory>
export const ImportedCategoriesReply = z.object({ data: z.array(ImportedCategory) })

export const WithdrawQuery = z.object({ category: Printable.min(1).max(100) })
export const WithdrawReply = z.object({ category: z.string(), withdrawn: count })
