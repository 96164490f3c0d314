import { z } from 'zod'
import { CallUsage, callFields } from '../schema'

/**
 * Embeddings: texts in, vectors out that are near for near texts. The wire format is OpenAI's. One input is a text, or a
 * text as the model's own tokens.
 */
const MOST_INPUTS = 2048

const inputRule = `must be a text, a list of tokens, or a list of 1 to ${MOST_INPUTS} of either; none may be empty`

const text = z.string().min(1)
const token = z.int().min(0)
/** Of one input: no model takes as many. */
const MOST_TOKENS = 65_536
type Item = string | number | number[]

/** Tokens are one input, however many; of texts and lists of tokens there may only be so many. */
function isOfOneKind(items: Item[]): boolean {
  if (items.every((item) => typeof item === 'number')) return true
  const isText = typeof items[0] === 'string'
  return (
    items.length <= MOST_INPUTS &&
    items.every((item) => (isText ? typeof item === 'string' : Array.isArray(item)))
  )
}

export const EmbeddingRequest = z.strictObject({
  ...callFields,
  input: z.union(
    [
      text,
      z
        .array(z.union([text, token, z.array(token).min(1).max(MOST_TOKENS)]))
        .min(1)
        .max(MOST_TOKENS)
        .refine(isOfOneKind, inputRule),
    ],
    { error: inputRule },
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
