import { z } from 'zod'
import { UsageReply } from './schema'

const Answer = z.object({
  id: z.string(),
  created: z.number().int(),
  model: z.string(),
  choices: z.array(z.looseObject({ message: z.unknown(), finish_reason: z.string() })).min(1),
  usage: UsageReply,
})

/** A whole answer of chat completions, as other formats need it. */
export type WholeAnswer = {
  id: string
  created: number
  model: string
  parts: AnswerPart[]
  end: AnswerEnd
}

export function readAnswer(json: string): WholeAnswer {
  const { id, created, model, choices, usage } = Answer.parse(JSON.parse(json))
  const [choice] = choices
  const parts = readParts(choice?.message).filter(isWhole).map(withArguments)
  return { id, created, model, parts, end: { ...readEnding(choice), usage } }
}

/** Drops calls without a name: in a whole answer, no later part adds it. */
function isWhole(part: AnswerPart): boolean {
  return part.type !== 'call' || part.name !== ''
}

function withArguments(part: AnswerPart): AnswerPart {
  return part.type === 'call' && part.arguments.trim() === '' ? { ...part, arguments: '{}' } : part
}

/** How a complete answer ended, and what it used. */
export type AnswerEnd = {
  /** `stop`, `length`, `tool_calls` or `content_filter`. */
  finishReason: string
  /** Which of the caller's stop sequences ended it, if the upstream says so. */
  stopSequence: string | null
  usage: UsageReply
}

const text = z.string().nullish().catch(null)

/** vLLM and SGLang report the stop sequence, each in a different field. */
const Ending = z.object({ finish_reason: z.string(), stop_reason: text, matched_stop: text })

export function readEnding(choice: unknown): Omit<AnswerEnd, 'usage'> {
  const { finish_reason, stop_reason, matched_stop } = Ending.parse(choice)
  return { finishReason: finish_reason, stopSequence: stop_reason ?? matched_stop ?? null }
}

/**
 * The parts of a message or a delta, in the order of other formats. Upstreams name a thought `reasoning_content` or `reasoning`;
 * `reasoning_details` holds its signature, which must be sent back with it.
 */
export type AnswerPart =
  | { type: 'thought'; text: string }
  | { type: 'seal'; seal: ReasoningSeal }
  | { type: 'text'; text: string }
  | { type: 'refusal'; text: string }
  /**
   * A part of a function call. The first one has `id`, `name`, and the signature that must be sent back with the call.
   */
  | { type: 'call'; index: number; id: string; name: string; arguments: string; signature?: string }
  /** A page that the text cites or is based on. */
  | { type: 'citation'; citation: Citation }

export type Citation = {
  url: string
  title: string
  /** The quoted text of the page, if known. */
  quote: string
  /** Range in the answer's text; both 0 if unknown. */
  start: number
  end: number
}

export const ReasoningSeal = z.object({
  type: z.string(),
  format: z.string().nullish(),
  signature: z.string().nullish(),
  data: z.string().nullish(),
  /** The signed thought, if it arrives with its signature. */
  text: z.string().nullish().catch(null),
})
export type ReasoningSeal = z.output<typeof ReasoningSeal>

const ExtraContent = z.object({ google: z.object({ thought_signature: z.string() }) })
/** The seal of a call as clients send it back with the call. */
export const CallSeal = ExtraContent.optional().catch(undefined)

const Offset = z.int().min(0).catch(0).default(0)
const UrlCitation = z.object({
  type: z.literal('url_citation'),
  url_citation: z.object({
    url: z.string().min(1),
    title: text,
    content: text,
    start_index: Offset,
    end_index: Offset,
  }),
})

/** Some upstreams send an object in place of JSON text. */
const Arguments = z
  .union([z.string(), z.record(z.string(), z.unknown()).transform((value) => JSON.stringify(value))])
  .nullish()
  .catch(null)

const Call = z.object({
  index: z.number().int().min(0).nullish().catch(null),
  id: text,
  function: z.object({ name: text, arguments: Arguments }).nullish().catch(null),
  extra_content: ExtraContent.nullish().catch(null),
})

/** Some upstreams send a text in parts. */
const Content = z
  .array(z.object({ type: z.string(), text }))
  .transform((parts) => parts.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join(''))

/** Invalid fields count as absent, so the rest of the answer remains usable. */
const Message = z.object({
  content: z.union([z.string(), Content]).nullish().catch(null),
  refusal: text,
  reasoning_content: text,
  reasoning: text,
  reasoning_details: z.array(ReasoningSeal.nullable().catch(null)).nullish().catch(null),
  tool_calls: z.array(Call.nullable().catch(null)).nullish().catch(null),
  annotations: z.array(UrlCitation.nullable().catch(null)).nullish().catch(null),
})

export function readParts(message: unknown): AnswerPart[] {
  const parsed = Message.safeParse(message)
  if (!parsed.success) return []
  const { content, refusal, tool_calls, annotations } = parsed.data
  const parts = thoughtsOf(parsed.data)
  if (content) parts.push({ type: 'text', text: content })
  if (refusal) parts.push({ type: 'refusal', text: refusal })
  for (const one of annotations ?? []) if (one !== null) parts.push(toCitation(one))
  for (const [at, call] of (tool_calls ?? []).entries()) {
    if (call === null) continue
    const { name, arguments: given } = call.function ?? {}
    const index = call.index ?? at
    const signature = call.extra_content?.google.thought_signature
    const sealed = signature ? { signature } : {}
    parts.push({
      type: 'call',
      index,
      id: call.id ?? '',
      name: name ?? '',
      arguments: given ?? '',
      ...sealed,
    })
  }
  return parts
}

/** Each thought followed by its signature if the signatures include the thoughts; otherwise all thoughts, then the signatures. */
function thoughtsOf({
  reasoning_content,
  reasoning,
  reasoning_details,
}: z.output<typeof Message>): AnswerPart[] {
  const thought = reasoning_content || reasoning || ''
  const seals = (reasoning_details ?? []).filter(isPresent).filter((seal) => seal.signature || seal.data)
  const isSplit = thought !== '' && seals.map((seal) => seal.text ?? '').join('') === thought
  if (!isSplit)
    return [
      ...(thought ? [{ type: 'thought' as const, text: thought }] : []),
      ...seals.map((seal) => ({ type: 'seal' as const, seal })),
    ]
  return seals.flatMap((seal): AnswerPart[] => [
    ...(seal.text ? [{ type: 'thought' as const, text: seal.text }] : []),
    { type: 'seal', seal },
  ])
}

function toCitation({ url_citation: cited }: z.output<typeof UrlCitation>): AnswerPart {
  const { url, title, content, start_index: start, end_index: end } = cited
  return { type: 'citation', citation: { url, title: title || url, quote: content ?? '', start, end } }
}

function isPresent<Value>(value: Value | null): value is Value {
  return value !== null
}

/** The format of Google's signatures, which sign calls; other vendors sign thoughts. */
export const CALL_SEAL_FORMAT = 'google-gemini-v1'

/** A call's signature in chat completions: in the field of Google's OpenAI-compatible API. */
export function sealOfCall(signature: string | undefined): {
  extra_content?: { google: { thought_signature: string } }
} {
  return signature ? { extra_content: { google: { thought_signature: signature } } } : {}
}
