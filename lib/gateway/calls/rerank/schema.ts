import { z } from 'zod'
import { CallUsage, callFields } from '../schema'

/** Reranking: documents in, by how much they have to do with a question out. The wire format is what Cohere and Jina share. */
const MOST_CHARACTERS = 1_000_000
const text = z.string().min(1).max(MOST_CHARACTERS)
const document = z.union([text, z.strictObject({ text })], {
  error: `must be a text or {"text": …}, not empty, and of at most ${MOST_CHARACTERS} characters`,
})

export const RerankRequest = z.strictObject({
  ...callFields,
  query: text,
  documents: z.array(document).min(1).max(1000),
  /** How many of the best to return; all where it is left out. */
  top_n: z.int().min(1).nullish(),
  return_documents: z.boolean().nullish(),
})
export type RerankRequest = z.output<typeof RerankRequest>

export const RerankReply = z.object({
  id: z.string(),
  model: z.string(),
  /** The most relevant first. */
  results: z.array(
    z.object({
      /** Of `documents`. */
      index: z.int().min(0),
      relevance_score: z.number(),
      document: z.object({ text: z.string() }).optional(),
    }),
  ),
  usage: CallUsage,
})
export type RerankReply = z.output<typeof RerankReply>
