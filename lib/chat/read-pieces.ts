import { z } from 'zod'

/**
 * What a message, or a delta of one, says, in the order in which other dialects tell it. Upstreams name a thought
 * `reasoning_content` or `reasoning`; `reasoning_details` holds what seals it and has to come back with it.
 */
export type AnswerPiece =
  | { type: 'thought'; text: string }
  | { type: 'seal'; seal: ReasoningSeal }
  | { type: 'text'; text: string }
  | { type: 'refusal'; text: string }
  /** A piece of a call to a function: `id` and `name` come with its first. */
  | { type: 'call'; place: number; id: string; name: string; arguments: string }

export const ReasoningSeal = z.object({
  type: z.string(),
  format: z.string().nullish(),
  signature: z.string().nullish(),
  data: z.string().nullish(),
})
export type ReasoningSeal = z.output<typeof ReasoningSeal>

const text = z.string().nullish().catch(null)

const Call = z.object({
  index: z.number().int().min(0).nullish().catch(null),
  id: text,
  function: z.object({ name: text, arguments: text }).nullish().catch(null),
})

/** Some upstreams write a text in parts. */
const Content = z
  .array(z.object({ type: z.string(), text }))
  .transform((parts) => parts.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join(''))

/** Whatever is not as it should be counts as absent: the rest of an answer is still an answer. */
const Said = z.object({
  content: z.union([z.string(), Content]).nullish().catch(null),
  refusal: text,
  reasoning_content: text,
  reasoning: text,
  reasoning_details: z.array(ReasoningSeal.nullable().catch(null)).nullish().catch(null),
  tool_calls: z.array(Call.nullable().catch(null)).nullish().catch(null),
})

export function readPieces(said: unknown): AnswerPiece[] {
  const parsed = Said.safeParse(said)
  if (!parsed.success) return []
  const { content, refusal, reasoning_content, reasoning, reasoning_details, tool_calls } = parsed.data
  const pieces: AnswerPiece[] = []
  const thought = reasoning_content || reasoning
  if (thought) pieces.push({ type: 'thought', text: thought })
  for (const seal of reasoning_details ?? [])
    if (seal?.signature || seal?.data) pieces.push({ type: 'seal', seal })
  if (content) pieces.push({ type: 'text', text: content })
  if (refusal) pieces.push({ type: 'refusal', text: refusal })
  for (const [at, call] of (tool_calls ?? []).entries()) {
    if (call === null) continue
    const { name, arguments: given } = call.function ?? {}
    const place = call.index ?? at
    pieces.push({ type: 'call', place, id: call.id ?? '', name: name ?? '', arguments: given ?? '' })
  }
  return pieces
}
