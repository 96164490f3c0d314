import { z } from 'zod'
import { routingFields } from '@/lib/gateway/routing/schema'
import { inputTypes } from '@/lib/upstream/contract/embedding-model'
import { ModerationPart, Verdict } from '@/lib/upstream/contract/moderation-model'

/** The usage of embeddings, moderations and rerank, which are billed by their input or per request. */
const CallUsage = z.object({
  prompt_tokens: z.int().min(0),
  total_tokens: z.int().min(0),
  /** USD, as a JSON number like in chat. */
  cost: z.number().min(0),
})
export type CallUsage = z.infer<typeof CallUsage>

/**
 * Embeddings: texts in, vectors out; similar texts have similar vectors. The wire format is OpenAI's. An input is a text, or a
 * text as the model's tokens.
 */
const MOST_TO_EMBED = 2048

const embeddingRule = `must be a text, a list of tokens, or a list of 1 to ${MOST_TO_EMBED} of either, and not empty`

const text = z.string().min(1)
const token = z.int().min(0)
/** The limit of one input. No model accepts as many. */
const MOST_TOKENS = 65_536
/** Checked all at once: checked one by one, half a million tokens take three times as long. */
const tokens = z
  .array(z.number().meta({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
  .min(1)
  .max(MOST_TOKENS)
  .refine((list) => list.every((one) => Number.isSafeInteger(one) && one >= 0))
type Item = string | number | number[]

/** A list of tokens is one input. Texts, or lists of tokens, are an input each, and their number is limited. */
function isOfOneKind(items: Item[]): boolean {
  if (items.every((item) => typeof item === 'number')) return true
  const isText = typeof items[0] === 'string'
  return (
    items.length <= MOST_TO_EMBED &&
    items.every((item) => (isText ? typeof item === 'string' : Array.isArray(item)))
  )
}

export const EmbeddingRequest = z.strictObject({
  ...routingFields,
  input: z.union(
    [
      text,
      z
        .array(z.union([text, token, tokens]))
        .min(1)
        .max(MOST_TOKENS)
        .refine(isOfOneKind, embeddingRule),
    ],
    { error: embeddingRule },
  ),
  dimensions: z.int().min(1).max(65_536).nullish(),
  /** What the vectors are for, by OpenRouter's name; values as Cohere and Voyage write them. */
  input_type: z
    .enum([...inputTypes, 'search_query', 'search_document'])
    .transform((type) => inputTypes.find((one) => type.endsWith(one)) ?? null)
    .nullish(),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  user: z.string().max(512).nullish(),
})
export type EmbeddingRequest = z.output<typeof EmbeddingRequest>

export const EmbeddingReply = z.object({
  object: z.literal('list'),
  data: z
    .array(
      z.object({
        object: z.literal('embedding'),
        index: z.int().min(0),
        /** With `encoding_format: "base64"`: little-endian 32-bit floats. */
        embedding: z.union([z.array(z.number()), z.string()]),
      }),
    )
    .min(1),
  model: z.string(),
  usage: CallUsage,
})
export type EmbeddingReply = z.output<typeof EmbeddingReply>

/** Moderations: texts or images in, categories of harm out. The wire format is OpenAI's. */
const MOST_TO_MODERATE = 256

const moderationRule = `must be a text, a list of 1 to ${MOST_TO_MODERATE} texts, or a list of parts, and not empty`

export const ModerationRequest = z.strictObject({
  ...routingFields,
  /** Each text of a list gets its own result. Parts (texts and images) get one result together. */
  input: z.union(
    [text, z.array(text).min(1).max(MOST_TO_MODERATE), z.array(ModerationPart).min(1).max(MOST_TO_MODERATE)],
    { error: moderationRule },
  ),
})
export type ModerationRequest = z.output<typeof ModerationRequest>

export const ModerationReply = z.object({
  id: z.string(),
  model: z.string(),
  results: z.array(Verdict).min(1),
  /** Our addition. */
  usage: CallUsage,
})
export type ModerationReply = z.output<typeof ModerationReply>

/** Rerank: documents in, their relevance to a query out. The wire format is what Cohere and Jina share. */
const MOST_CHARACTERS = 1_000_000
const passage = text.max(MOST_CHARACTERS)
const document = z.union([passage, z.strictObject({ text: passage })], {
  error: `must be a text or {"text": …} of 1 to ${MOST_CHARACTERS} characters`,
})

export const RerankRequest = z.strictObject({
  ...routingFields,
  query: passage,
  documents: z.array(document).min(1).max(1000),
  /** How many of the most relevant documents to return. Default: all. */
  top_n: z.int().min(1).nullish(),
  return_documents: z.boolean().nullish(),
})
export type RerankRequest = z.output<typeof RerankRequest>

export const RerankReply = z.object({
  id: z.string(),
  model: z.string(),
  /** Most relevant first. */
  results: z.array(
    z.object({
      /** Index in `documents`. */
      index: z.int().min(0),
      relevance_score: z.number(),
      document: z.object({ text: z.string() }).optional(),
    }),
  ),
  usage: CallUsage,
})
export type RerankReply = z.output<typeof RerankReply>
