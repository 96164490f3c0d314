import { z } from 'zod'
import { isRecord } from '@/lib/platform/json'
import { CallSeal, ReasoningSeal } from '../../answer'
import { linkOf } from '../../internal/foreign-content'
import { argumentsText, toText } from '../../to-text'

/** The items of a conversation in the Responses format: those of a request, and those of an answer. */
const TextPart = z.looseObject({ type: z.enum(['input_text', 'output_text', 'text']), text: z.string() })
const ImagePart = z.looseObject({
  type: z.literal('input_image'),
  /** A link or a data URL. `file_id` is not supported. */
  image_url: z.string().min(1),
  detail: z.enum(['auto', 'low', 'high', 'original']).nullish(),
})
const FilePart = z
  .looseObject({
    type: z.literal('input_file'),
    filename: z.string().nullish(),
    file_data: z.string().min(1).nullish(),
    file_url: z.string().min(1).nullish(),
  })
  .refine((part) => part.file_data != null || part.file_url != null, {
    path: ['file_data'],
    message: 'a file must bring its bytes as file_data, or a link as file_url',
  })

const ResultPart = z.discriminatedUnion('type', [TextPart, ImagePart, FilePart])
export type ResultPart = z.output<typeof ResultPart>

const MessagePart = z.discriminatedUnion('type', [
  TextPart,
  ImagePart,
  FilePart,
  z.looseObject({ type: z.literal('refusal'), refusal: z.string() }),
  z.looseObject({
    type: z.literal('input_audio'),
    input_audio: z.looseObject({ data: z.string(), format: z.string() }),
  }),
])
export type MessagePart = z.output<typeof MessagePart>

const IMAGES = new Set(['input_image', 'image_url', 'image'])

/**
 * Agents send their whole history, whatever service it came from. So a part of an unknown type becomes a text: its own if it has
 * one, or else its fields.
 */
const contentOf = <Part extends typeof ResultPart | typeof MessagePart>(part: Part) => {
  const known = typesOf(part.options)
  const toKnown = (one: unknown) => {
    if (typeof one === 'string') return { type: 'text', text: one }
    if (!isRecord(one) || typeof one.type !== 'string') return one
    const link = IMAGES.has(one.type) ? linkOf(one) : undefined
    if (link !== undefined) return { ...one, type: 'input_image', image_url: link }
    if (known.has(one.type)) return one
    return { type: 'text', text: typeof one.text === 'string' ? one.text : toText(one) }
  }
  const toContent = (content: unknown) => {
    if (Array.isArray(content)) return content.map(toKnown)
    return isRecord(content) && typeof content.type === 'string' ? [toKnown(content)] : content
  }
  return z.preprocess(toContent, z.union([z.string(), z.array(part)]))
}

function typesOf(options: readonly z.core.$ZodType[]): Set<unknown> {
  return new Set(options.flatMap((one) => [...(one._zod.propValues?.type ?? [])]))
}

const id = { id: z.string().nullish() }
const textOrEmpty = z.preprocess((given) => given ?? '', z.string())
/** Without an ID, call and result are not matched. */
const called = { ...id, call_id: textOrEmpty }
const call = {
  ...called,
  name: z.string().min(1),
  /** The namespace of the tool, if it has one. */
  namespace: z.string().nullish(),
  extra_content: CallSeal,
}
const resultText = (output: unknown) =>
  isRecord(output) && !('type' in output) ? JSON.stringify(output) : (output ?? '')
export const ResultContent = z.preprocess(resultText, contentOf(ResultPart))
const result = { ...called, output: ResultContent }
const Thoughts = z
  .array(z.looseObject({ type: z.string(), text: z.string() }))
  .nullish()
  .catch(null)

const items = [
  z.looseObject({
    type: z.literal('message'),
    ...id,
    role: z.enum(['user', 'assistant', 'system', 'developer']),
    content: contentOf(MessagePart),
  }),
  z.looseObject({
    type: z.literal('function_call'),
    ...call,
    arguments: z.preprocess(argumentsText, z.string()),
  }),
  z.looseObject({ type: z.literal('function_call_output'), ...result }),
  z.looseObject({
    type: z.literal('custom_tool_call'),
    ...call,
    input: textOrEmpty,
  }),
  z.looseObject({ type: z.literal('custom_tool_call_output'), ...result }),
  z.looseObject({
    type: z.literal('reasoning'),
    ...id,
    summary: Thoughts,
    content: Thoughts,
    encrypted_content: z.string().nullish().catch(null),
  }),
] as const
const KnownItem = z.discriminatedUnion('type', items)
export type KnownItem = z.output<typeof KnownItem>

/** Refers to an item of a stored response. */
const ItemReference = z.object({ type: z.literal('item_reference'), id: z.string().min(1) })

/** Items of other services. `internal/chat-messages` translates them. */
const knownTypes = typesOf([...items, ItemReference])
const OtherItem = z.looseObject({
  type: z
    .string()
    .min(1)
    .refine((type) => !knownTypes.has(type), { abort: true }),
  ...id,
})
export type OtherItem = z.output<typeof OtherItem>

export const InputItem = z.union([KnownItem, OtherItem])
export type InputItem = z.output<typeof InputItem>

export function isKnown(item: InputItem): item is KnownItem {
  return knownTypes.has(item.type)
}

/** Codex asks for a summary of the conversation by its last item. */
export function isCompacted(items: readonly InputItem[]): boolean {
  return items.at(-1)?.type === 'compaction_trigger'
}

const GivenItem = z.union([z.discriminatedUnion('type', [...items, ItemReference]), OtherItem])
export type GivenItem = z.output<typeof GivenItem>

/** An item of a request. Messages and references may omit their type. */
export const Given = z.preprocess((item) => {
  if (!isRecord(item) || item.type != null) return item
  return { ...item, type: item.role === undefined && item.id !== undefined ? 'item_reference' : 'message' }
}, GivenItem)

const count = z.int().min(0)
const ItemStatus = z.enum(['in_progress', 'completed', 'incomplete'])

const UrlCitation = z.object({
  type: z.literal('url_citation'),
  url: z.string(),
  title: z.string(),
  start_index: count,
  end_index: count,
})
export type UrlCitation = z.output<typeof UrlCitation>

const OutputPart = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('output_text'),
    text: z.string(),
    annotations: z.array(UrlCitation),
    logprobs: z.array(z.unknown()),
  }),
  z.object({ type: z.literal('refusal'), refusal: z.string() }),
])
export type OutputPart = z.output<typeof OutputPart>

const callMade = {
  id: z.string(),
  call_id: z.string(),
  name: z.string(),
  namespace: z.string().optional(),
  extra_content: CallSeal,
  status: ItemStatus,
}

export const OutputItem = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('reasoning'),
    id: z.string(),
    /** The thoughts that the upstream shows: one text, or none. */
    summary: z.array(z.object({ type: z.literal('summary_text'), text: z.string() })),
    /** Only if `include` has `reasoning.encrypted_content`: seals to send back with the conversation. */
    encrypted_content: z.string().optional(),
    status: ItemStatus,
  }),
  z.object({
    type: z.literal('message'),
    id: z.string(),
    role: z.literal('assistant'),
    content: z.array(OutputPart),
    status: ItemStatus,
  }),
  z.object({ type: z.literal('function_call'), ...callMade, arguments: z.string() }),
  z.object({ type: z.literal('custom_tool_call'), ...callMade, input: z.string() }),
  /** Replaces the conversation before it. Created if the last item requests it (`compaction_trigger`). */
  z.object({
    type: z.literal('compaction'),
    id: z.string(),
    encrypted_content: z.string(),
    status: ItemStatus,
  }),
])
export type OutputItem = z.output<typeof OutputItem>

/**
 * A thought's seals, packed into the one text that this format has for them. Callers send it back unread. The vendor checks its
 * seals, so forged ones do no harm.
 */
const Seals = z.array(ReasoningSeal)
export type Seals = z.output<typeof Seals>

export function packSeals(seals: Seals): string {
  return Buffer.from(JSON.stringify(seals)).toString('base64url')
}

/** Empty for a text of another service, which cannot be read here. */
export function unpackSeals(text: string | null | undefined): Seals {
  try {
    return Seals.parse(JSON.parse(Buffer.from(text ?? '', 'base64url').toString('utf8')))
  } catch {
    return []
  }
}

const SUMMARY_FORMAT = 'portico-summary-v1'

/** Packs the summary that replaces a conversation. */
export function packSummary(text: string): string {
  return packSeals([{ type: 'reasoning.summary', format: SUMMARY_FORMAT, text }])
}

export function unpackSummary(text: string): string | undefined {
  return unpackSeals(text).find(({ format }) => format === SUMMARY_FORMAT)?.text ?? undefined
}
