import { z } from 'zod'
import { CallUsage, callFields } from '@/lib/metered-calls/schema'

/** Reranking: documents in, by how much they have to do with a question out. The wire format is what Cohere and Jina share. */
const document = z.union([z.string().min(1), z.strictObject({ text: z.string().min(1) })], {
  error: 'must be a text or {"text": …}, and not empty',
})

export const RerankRequest = z.strictObject({
  ...callFields,
  query: z.string().min(1),
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
