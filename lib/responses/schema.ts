import { z } from 'zod'
import { leftOpen } from '@/lib/platform/fields'
import { isRecord } from '@/lib/platform/json'
import { FallbackModels, ProviderPreferences } from '@/lib/routing/schema'

/** What a conversation of the Responses format consists of. */
const TextPart = z.looseObject({ type: z.enum(['input_text', 'output_text', 'text']), text: z.string() })
const ImagePart = z.looseObject({
  type: z.literal('input_image'),
  /** A link or a data URL; files of the vendor's (`file_id`) are not here. */
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

export const ResultPart = z.discriminatedUnion('type', [TextPart, ImagePart, FilePart])
export type ResultPart = z.output<typeof ResultPart>

export const MessagePart = z.discriminatedUnion('type', [
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

/** What seals a call, where its answer had no place for encrypted reasoning: it comes back with the call. */
const CallSeal = z
  .object({ google: z.object({ thought_signature: z.string() }) })
  .optional()
  .catch(undefined)

const callId = { call_id: z.string().min(1) }
const output = { output: z.union([z.string(), z.array(ResultPart)]) }

const Item = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('message'),
    role: z.enum(['user', 'assistant', 'system', 'developer']),
    content: z.union([z.string(), z.array(MessagePart)]),
  }),
  z.looseObject({
    type: z.literal('function_call'),
    ...callId,
    name: z.string().min(1),
    arguments: z.string(),
    extra_content: CallSeal,
  }),
  z.looseObject({ type: z.literal('function_call_output'), ...callId, ...output }),
  z.looseObject({
    type: z.literal('custom_tool_call'),
    ...callId,
    name: z.string().min(1),
    input: z.string(),
    extra_content: CallSeal,
  }),
  z.looseObject({ type: z.literal('custom_tool_call_output'), ...callId, ...output }),
  z.looseObject({
    type: z.literal('reasoning'),
    content: z.array(z.looseObject({ type: z.string(), text: z.string() })).nullish(),
    encrypted_content: z.string().nullish(),
  }),
  // What a search of the vendor's own found: the text that came of it says what matters.
  z.looseObject({ type: z.literal('web_search_call') }),
])
export type InputItem = z.output<typeof Item>

/** A message may leave its type out. */
export const InputItem = z.preprocess(
  (item) => (isRecord(item) && item.type === undefined ? { ...item, type: 'message' } : item),
  Item,
)

/**
 * Responses: chat in the wire format of OpenAI's Responses API, without its memory: nothing is kept, and every request
 * brings its whole conversation. A request is translated to chat completions, and the answer back; models, money, limits and
 * fallbacks are those of chat. Hints that have no counterpart (`ignored`) are accepted and ignored; what would change the
 * answer and cannot be served is refused by name, and so is every field that is not known.
 */
const toolName = z.string().regex(/^[\w-]{1,128}$/, 'must be 1 to 128 letters, digits, _ or -')

export const FunctionTool = z.looseObject({
  type: z.literal('function'),
  name: toolName,
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
  strict: z.boolean().nullish(),
})

/** Takes a text of any form instead of JSON. */
export const CustomTool = z.looseObject({
  type: z.literal('custom'),
  name: toolName,
  description: z.string().nullish(),
  format: z
    .looseObject({ type: z.string(), syntax: z.string().nullish(), definition: z.string().nullish() })
    .nullish(),
})

const SearchTool = z.looseObject({
  type: z.enum([
    'web_search',
    'web_search_2025_08_26',
    'web_search_preview',
    'web_search_preview_2025_03_11',
  ]),
  filters: z.null('cannot be served: the search covers the whole web').optional(),
})

const Tool = z.discriminatedUnion('type', [FunctionTool, CustomTool, SearchTool], {
  error: 'is not a tool that can be served here; describe a function instead',
})
export type Tool = z.output<typeof Tool>

const Named = z.looseObject({ type: z.enum(['function', 'custom']), name: z.string() })
const ToolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  Named,
  z.looseObject({
    type: z.literal('allowed_tools'),
    mode: z.enum(['auto', 'required']),
    tools: z.array(z.looseObject({ type: z.string(), name: z.string().optional() })),
  }),
])
export type ToolChoice = z.output<typeof ToolChoice>

const TextFormat = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({
    type: z.literal('json_schema'),
    name: z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -'),
    description: z.string().nullish(),
    schema: z.record(z.string(), z.unknown()),
    strict: z.boolean().nullish(),
  }),
])
export type TextFormat = z.output<typeof TextFormat>

/** Fields of the vendor's whose service needs a memory, or work that goes on without its caller. */
const never = (why: string) => z.null(`cannot be served: ${why}`).optional()
const stateless = 'answers are not kept here; send the whole conversation as input'

/** Nothing of an answer, or of its price, depends on them. */
const ignored = {
  prompt_cache_key: z.unknown().optional(),
  prompt_cache_retention: z.unknown().optional(),
  safety_identifier: z.unknown().optional(),
  client_metadata: z.unknown().optional(),
  stream_options: z.unknown().optional(),
  truncation: z.unknown().optional(),
  user: z.unknown().optional(),
}

export const ResponsesRequest = z.strictObject({
  /** Null counts as absent, as it does of every optional field: the key's default model is asked. */
  model: leftOpen(z.string().min(1).max(256)).optional(),
  /** The gateway's own: other models that may step in, and which providers are asked. */
  models: FallbackModels.nullish(),
  provider: ProviderPreferences.nullish(),
  input: z.union([z.string(), z.array(InputItem).min(1)]),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish(),
  max_output_tokens: z.int().min(1).max(10_000_000).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  tools: z.array(Tool).max(128).nullish(),
  tool_choice: ToolChoice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  /** Of the searches of the web: functions are the caller's own. */
  max_tool_calls: z.int().min(1).nullish(),
  text: z.looseObject({ format: TextFormat.nullish(), verbosity: z.string().nullish() }).nullish(),
  reasoning: z.looseObject({ effort: z.string().nullish() }).nullish(),
  include: z.array(z.string()).nullish(),
  service_tier: z.string().max(64).nullish(),
  ...ignored,
  metadata: z.record(z.string(), z.string()).nullish(),
  store: z.literal(false, `cannot be served: ${stateless}`).nullish(),
  background: z.literal(false, 'cannot be served: an answer ends with its request').nullish(),
  previous_response_id: never(stateless),
  conversation: never(stateless),
  prompt: never('there are no stored prompts here'),
  top_logprobs: z.literal(0, 'cannot be served in this format; chat completions have logprobs').nullish(),
})
export type ResponsesRequest = z.output<typeof ResponsesRequest>

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

const ThoughtPart = z.object({ type: z.literal('reasoning_text'), text: z.string() })
export type ThoughtPart = z.output<typeof ThoughtPart>

export const OutputItem = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('reasoning'),
    id: z.string(),
    summary: z.array(z.unknown()),
    content: z.array(ThoughtPart),
    /** Only where `include` asks for `reasoning.encrypted_content`: what has to come back with the conversation. */
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
  z.object({
    type: z.literal('function_call'),
    id: z.string(),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
    extra_content: CallSeal,
    status: ItemStatus,
  }),
  z.object({
    type: z.literal('custom_tool_call'),
    id: z.string(),
    call_id: z.string(),
    name: z.string(),
    input: z.string(),
    extra_content: CallSeal,
    status: ItemStatus,
  }),
])
export type OutputItem = z.output<typeof OutputItem>

export const ResponseUsage = z.object({
  input_tokens: count,
  input_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }),
  output_tokens: count,
  output_tokens_details: z.object({ reasoning_tokens: count }),
  total_tokens: count,
  /** USD; ours, beside the vendor's. */
  cost: z.number().min(0),
})
export type ResponseUsage = z.output<typeof ResponseUsage>

export const ResponseReply = z.looseObject({
  id: z.string(),
  object: z.literal('response'),
  created_at: z.int(),
  completed_at: z.int().nullable(),
  status: z.enum(['in_progress', 'completed', 'incomplete', 'failed']),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  incomplete_details: z.object({ reason: z.enum(['max_output_tokens', 'content_filter']) }).nullable(),
  model: z.string(),
  output: z.array(OutputItem),
  usage: ResponseUsage.nullable(),
  store: z.literal(false),
  previous_response_id: z.null(),
})
export type ResponseReply = z.output<typeof ResponseReply>
