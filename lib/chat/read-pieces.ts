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
  /**
   * A piece of a call to a function: `id` and `name` come with its first, and so does what seals it, which has to come
   * back with the call.
   */
  | { type: 'call'; place: number; id: string; name: string; arguments: string; signature?: string }
  /** A page that the text cites, or that was read for it. */
  | { type: 'citation'; citation: Citation }

export type Citation = {
  url: string
  title: string
  /** The page's own words, where they are known. */
  quote: string
  /** From where to where in the answer's text; both 0 where that is not known. */
  start: number
  end: number
}

export const ReasoningSeal = z.object({
  type: z.string(),
  format: z.string().nullish(),
  signature: z.string().nullish(),
  data: z.string().nullish(),
  /** The thought that is sealed, where it is told together with its seal. */
  text: z.string().nullish().catch(null),
})
export type ReasoningSeal = z.output<typeof ReasoningSeal>

const text = z.string().nullish().catch(null)

const ExtraContent = z.object({ google: z.object({ thought_signature: z.string() }) })

const Place = z.int().min(0).catch(0).default(0)
const UrlCitation = z.object({
  type: z.literal('url_citation'),
  url_citation: z.object({
    url: z.string().min(1),
    title: text,
    content: text,
    start_index: Place,
    end_index: Place,
  }),
})

const Call = z.object({
  index: z.number().int().min(0).nullish().catch(null),
  id: text,
  function: z.object({ name: text, arguments: text }).nullish().catch(null),
  extra_content: ExtraContent.nullish().catch(null),
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
  annotations: z.array(UrlCitation.nullable().catch(null)).nullish().catch(null),
})

export function readPieces(said: unknown): AnswerPiece[] {
  const parsed = Said.safeParse(said)
  if (!parsed.success) return []
  const { content, refusal, tool_calls, annotations } = parsed.data
  const pieces = thoughtsOf(parsed.data)
  if (content) pieces.push({ type: 'text', text: content })
  if (refusal) pieces.push({ type: 'refusal', text: refusal })
  for (const one of annotations ?? []) if (one !== null) pieces.push(toCitation(one))
  for (const [at, call] of (tool_calls ?? []).entries()) {
    if (call === null) continue
    const { name, arguments: given } = call.function ?? {}
    const place = call.index ?? at
    const signature = call.extra_content?.google.thought_signature
    const sealed = signature ? { signature } : {}
    pieces.push({
      type: 'call',
      place,
      id: call.id ?? '',
      name: name ?? '',
      arguments: given ?? '',
      ...sealed,
    })
  }
  return pieces
}

/** Each thought before its own seal, where the seals tell theirs; else all that was thought, then what seals it. */
function thoughtsOf({
  reasoning_content,
  reasoning,
  reasoning_details,
}: z.output<typeof Said>): AnswerPiece[] {
  const thought = reasoning_content || reasoning || ''
  const seals = (reasoning_details ?? []).filter(isPresent).filter((seal) => seal.signature || seal.data)
  const told = seals.map((seal) => seal.text ?? '')
  const isToldApart = thought !== '' && told.join('') === thought
  if (!isToldApart)
    return [
      ...(thought ? [{ type: 'thought' as const, text: thought }] : []),
      ...seals.map((seal) => ({ type: 'seal' as const, seal })),
    ]
  return seals.flatMap((seal): AnswerPiece[] => [
    ...(seal.text ? [{ type: 'thought' as const, text: seal.text }] : []),
    { type: 'seal', seal },
  ])
}

function toCitation({ url_citation: cited }: z.output<typeof UrlCitation>): AnswerPiece {
  const { url, title, content, start_index: start, end_index: end } = cited
  return { type: 'citation', citation: { url, title: title || url, quote: content ?? '', start, end } }
}

function isPresent<Value>(value: Value | null): value is Value {
  return value !== null
}
