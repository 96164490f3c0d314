import { z } from 'zod'
import { characters } from '@/lib/platform/characters'
import { Printable } from '@/lib/platform/printable'
import { modelId } from './schema'

/**
 * Scores of others: a file says whose they are, under which licence they may be shown and from when, and what each model
 * reached. What the same source said before of the same models is replaced; a whole category can be withdrawn.
 */

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .check(characters({ most }))
    .regex(/^[^\p{Cc}]*$/u, 'must not contain control characters')

/** Figures of others, with whose they are: the content of a file that is imported. */
export const ImportRequest = z.strictObject({
  source: z.strictObject({
    name: line(200),
    /** Where the figures stand. */
    url: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).max(2000),
    /** Under which they may be shown, such as "CC BY 4.0". */
    licence: line(200),
    /** When they were published or looked up. */
    date: z.iso
      .date('must be a date such as 2026-11-30')
      .refine((date) => Date.parse(date) <= Date.now(), 'must not lie in the future'),
  }),
  results: z
    .array(
      z
        .strictObject({
          model: modelId,
          category: line(100),
          metric: line(100),
          /** In the metric's unit; more is better. */
          score: z.number(),
          samples: z.int().min(1).optional(),
          low: z.number().optional(),
          high: z.number().optional(),
        })
        .refine(({ low, high }) => (low === undefined) === (high === undefined), {
          path: ['low'],
          message: 'low and high must be given together',
        })
        .refine(({ low, score, high }) => (low ?? score) <= score && score <= (high ?? score), {
          path: ['score'],
          message: 'must lie between low and high',
        }),
    )
    .min(1, 'must have at least one result')
    .max(5000)
    .refine(
      (results) =>
        new Set(results.map(({ model, category }) => `${model}\n${category}`)).size === results.length,
      'must name a model only once in each category',
    ),
})
export type ImportRequest = z.infer<typeof ImportRequest>

export const ImportReply = z.object({ imported: z.int().min(0) })
export type ImportReply = z.infer<typeof ImportReply>

/** A category of imported figures: it has one source and one metric. */
export const ImportedCategory = z.object({
  category: z.string(),
  metric: z.string(),
  source: z.string(),
  source_url: z.string(),
  licence: z.string(),
  scores: z.int().min(0),
  /** The day of the newest of them. */
  as_of: z.iso.datetime(),
})
export type ImportedCategory = z.infer<typeof ImportedCategory>
export const ImportedCategoriesReply = z.object({ data: z.array(ImportedCategory) })
export type ImportedCategoriesReply = z.infer<typeof ImportedCategoriesReply>

export const WithdrawQuery = z.object({ category: Printable.min(1).max(100) })
export type WithdrawQuery = z.infer<typeof WithdrawQuery>
export const WithdrawReply = z.object({ category: z.string(), withdrawn: z.int().min(0) })
export type WithdrawReply = z.infer<typeof WithdrawReply>
