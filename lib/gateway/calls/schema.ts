import { z } from 'zod'
import { FallbackModels, ProviderPreferences } from '@/lib/gateway/routing/schema'
import { leftOpen } from '@/lib/platform/fields'
import { ModerationPart, Verdict } from '@/lib/upstream/contract/moderation-model'

/**
 * A call that is answered whole and billed by what was sent, or by the request: vectors, verdicts, an order. What such calls
 * share on the wire.
 */
const callFields = {
  model: leftOpen(z.string().min(1).max(256)).optional(),
  /** The gateway's own: other models that may step in, and which providers are asked. */
  models: FallbackModels.nullish(),
  provider: ProviderPreferences.nullish(),
}

const CallUsage = z.object({
  prompt_tokens: z.int().min(0),
  total_tokens: z.int().min(0),
  /** USD; a number like that of chat. */
  cost: z.number().min(0),
})
export type CallUsage = z.infer<typeof CallUsage>

/**
 * Embeddings: texts in, vectors out that are near for near texts. The wire format is OpenAI's. One input is a text, or a
 * text as the model's own tokens.
 */
const MOST_TO_EMBED = 2048

const embeddingRule = `must be a text, a list of tokens, or a list of 1 to ${MOST_TO_EMBED} of either; none may be empty`

const text = z.string().min(1)
const token = z.int().min(0)
/** Of one input: no model takes as many. */
const MOST_TOKENS = 65_536
/** Checked all at once: one by one, half a million take three times as long. */
const tokens = z
  .array(z.number().meta({ type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
  .min(1)
  .max(MOST_TOKENS)
  .refine((list) => list.every((one) => Number.isSafeInteger(one) && one >= 0))
type Item = string | number | number[]

/** Tokens are one input, however many; of texts and lists of tokens there may only be so many. */
function isOfOneKind(items: Item[]): boolean {
  if (items.every((item) => typeof item === 'number')) return true
  const isText = typeof items[0] === 'string'
  return (
    items.length <= MOST_TO_EMBED &&
    items.every((item) => (isText ? typeof item === 'string' : Array.isArray(item)))
  )
}

export const EmbeddingRequest = z.strictObject({
  ...callFields,
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
        /** With `encoding_format: "base64"`: the numbers as 32-bit floats, little-endian. */
        embedding: z.union([z.array(z.number()), z.string()]),
      }),
    )
    .min(1),
  model: z.string(),
  usage: CallUsage,
})
export type EmbeddingReply = z.output<typeof EmbeddingReply>

/** Moderations: texts or pictures in, what is harmful about them out. The wire format is OpenAI's. */
const MOST_TO_MODERATE = 256

const moderationRule = `must be a text, a list of 1 to ${MOST_TO_MODERATE} texts, or a list of parts; none may be empty`

export const ModerationRequest = z.strictObject({
  ...callFields,
  /** Texts have a verdict each; parts (texts and pictures) have one together. */
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

/** Reranking: documents in, by how much they have to do with a question out. The wire format is what Cohere and Jina share. */
const MOST_CHARACTERS = 1_000_000
const passage = text.max(MOST_CHARACTERS)
const document = z.union([passage, z.strictObject({ text: passage })], {
  error: `must be a text or {"text": …}, not empty, and of at most ${MOST_CHARACTERS} characters`,
})

export const RerankRequest = z.strictObject({
  ...callFields,
  query: passage,
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
