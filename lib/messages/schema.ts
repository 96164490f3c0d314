import { z } from 'zod'
import { CacheControl } from '@/lib/chat/schema'
import { leftOpen } from '@/lib/platform/fields'
import { FallbackModels, ProviderPreferences } from '@/lib/routing/schema'

/**
 * Messages: chat in Anthropic's wire format, for the tools and clients that speak it. A request is translated to chat
 * completions, and the answer back; models, money, limits and fallbacks are those of chat. Hints that have no counterpart
 * (`ignored`) are accepted and ignored; what would change the answer and cannot be served is refused by name, and so is
 * every field that is not known.
 */
const marked = { cache_control: CacheControl }

const Source = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('base64'), media_type: z.string(), data: z.string().min(1) }),
  z.looseObject({ type: z.literal('url'), url: z.string().min(1) }),
])
const TextBlock = z.looseObject({ type: z.literal('text'), text: z.string(), ...marked })
const cited = {
  citations: z
    .looseObject({
      enabled: z.literal(false, 'cannot be served: answers cite pages of a search alone').nullish(),
    })
    .nullish(),
}
const ImageBlock = z.looseObject({ type: z.literal('image'), source: Source, ...marked })
const DocumentSource = z.discriminatedUnion('type', [
  ...Source.options,
  z.looseObject({ type: z.literal('text'), data: z.string() }),
  z.looseObject({
    type: z.literal('content'),
    content: z.union([z.string(), z.array(z.discriminatedUnion('type', [TextBlock, ImageBlock]))]),
  }),
])
const DocumentBlock = z.looseObject({
  type: z.literal('document'),
  source: DocumentSource,
  title: z.string().nullish(),
  ...cited,
  ...marked,
})
const SearchResultBlock = z.looseObject({
  type: z.literal('search_result'),
  title: z.string(),
  source: z.string(),
  content: z.array(TextBlock),
  ...cited,
  ...marked,
})
export const ResultPart = z.discriminatedUnion('type', [
  TextBlock,
  ImageBlock,
  DocumentBlock,
  SearchResultBlock,
])
export type ResultPart = z.output<typeof ResultPart>

export const ToolResultBlock = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string().min(1),
  content: z.union([z.string(), z.array(ResultPart)]).nullish(),
  is_error: z.boolean().nullish(),
  ...marked,
})
export type ToolResultBlock = z.output<typeof ToolResultBlock>

const UserBlock = z.discriminatedUnion('type', [...ResultPart.options, ToolResultBlock])

/** What seals a call, where its answer did not show thoughts: it comes back with the call. */
const CallSeal = z
  .object({ google: z.object({ thought_signature: z.string() }) })
  .optional()
  .catch(undefined)

const AssistantBlock = z.discriminatedUnion('type', [
  TextBlock,
  z.looseObject({
    type: z.literal('tool_use'),
    id: z.string().min(1),
    name: z.string().min(1),
    input: z.unknown(),
    extra_content: CallSeal,
    ...marked,
  }),
  z.looseObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string().nullish() }),
  z.looseObject({ type: z.literal('redacted_thinking'), data: z.string() }),
  // What a search of the vendor's own found: the text that came of it says what matters.
  z.looseObject({ type: z.enum(['server_tool_use', 'web_search_tool_result']) }),
])

const Message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal('user'), content: z.union([z.string(), z.array(UserBlock).min(1)]) }),
  z.looseObject({ role: z.literal('assistant'), content: z.union([z.string(), z.array(AssistantBlock)]) }),
  z.looseObject({ role: z.literal('system'), content: z.union([z.string(), z.array(TextBlock).min(1)]) }),
])
export type MessageParam = z.output<typeof Message>

const toolName = z.string().regex(/^[\w-]{1,128}$/, 'must be 1 to 128 letters, digits, _ or -')

/**
 * A function of the caller's. Tools that Anthropic itself runs or knows have a `type`: of the former web search is served, the
 * latter (`CLIENT_TOOL`) go to its own models as they are.
 */
const Tool = z.looseObject({
  type: z.string().nullish(),
  name: toolName,
  description: z.string().nullish(),
  input_schema: z.record(z.string(), z.unknown()).optional(),
  strict: z.boolean().nullish(),
  /** Of a search of the web: how often at most. */
  max_uses: z.int().min(1).nullish(),
  ...marked,
})
export type Tool = z.output<typeof Tool>

const parallel = { disable_parallel_tool_use: z.boolean().nullish() }
const ToolChoice = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('auto'), ...parallel }),
  z.looseObject({ type: z.literal('any'), ...parallel }),
  z.looseObject({ type: z.literal('tool'), name: z.string(), ...parallel }),
  z.looseObject({ type: z.literal('none') }),
])
export type ToolChoice = z.output<typeof ToolChoice>

const Thinking = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1) }),
  z.looseObject({ type: z.literal('adaptive') }),
  z.looseObject({ type: z.literal('disabled') }),
])

const JsonFormat = z.looseObject({
  type: z.literal('json_schema'),
  schema: z.record(z.string(), z.unknown()),
})

/** Nothing of an answer, or of its price, depends on them as far as they are accepted. */
const ignored = {
  metadata: z.unknown().optional(),
  betas: z.unknown().optional(),
  context_management: z.unknown().optional(),
  diagnostics: z.unknown().optional(),
  /** Of the vendor's own capacity; neither costs more here. */
  service_tier: z.enum(['auto', 'standard_only']).nullish(),
  speed: z.literal('standard', 'cannot be served: only the standard speed has a price').nullish(),
  /** The vendor's own default; other regions cost more there. */
  inference_geo: z.literal('global', 'cannot be served: where a model runs cannot be chosen here').nullish(),
}

const asked = {
  /** First, for its refusal comes before that of all that a continued thread leaves out (`messagesRefusal`). */
  thread: z.null('cannot be served: send the whole conversation without it').optional(),
  /** Null counts as absent, as it does of every optional field: the key's default model is asked. */
  model: leftOpen(z.string().min(1).max(256)).optional(),
  /** The gateway's own: other models that may step in, and which providers are asked. */
  models: FallbackModels.nullish(),
  provider: ProviderPreferences.nullish(),
  messages: z.array(Message).min(1),
  system: z.union([z.string(), z.array(TextBlock)]).nullish(),
  tools: z.array(Tool).max(128).nullish(),
  tool_choice: ToolChoice.nullish(),
  thinking: Thinking.nullish(),
  output_config: z
    .looseObject({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish(),
      format: JsonFormat.nullish(),
      task_budget: z.null('cannot be served: only max_tokens limits an answer here').optional(),
    })
    .nullish(),
  /** The older form of `output_config.format`. */
  output_format: JsonFormat.nullish(),
  /** On the request itself: the vendor sets the mark, at the end of the conversation. */
  ...marked,
  ...ignored,
  container: z.null('cannot be served: there are no containers here').optional(),
  mcp_servers: z.array(z.unknown()).max(0, 'cannot be served: no MCP servers are called from here').nullish(),
  fallbacks: z
    .array(z.unknown(), 'cannot be served: name other models in models')
    .max(0, 'cannot be served: name other models in models')
    .nullish(),
}

/** Clients hand over what they are about to send: what else stands in it is not counted. */
export const CountTokensRequest = z.looseObject(asked)
export type CountTokensRequest = z.output<typeof CountTokensRequest>

export const MessagesRequest = z.strictObject({
  ...asked,
  max_tokens: z.int().min(1).max(10_000_000),
  stream: z.boolean().nullish(),
  stop_sequences: z.array(z.string()).nullish(),
  temperature: z.number().min(0).max(1).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  top_k: z.int().min(0).nullish(),
})
export type MessagesRequest = z.output<typeof MessagesRequest>

const count = z.int().min(0)

export const MessageUsage = z.object({
  /** Without those that were read from or written to a cache. */
  input_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
  /** Those written, by how long they stay. */
  cache_creation: z.object({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count }),
  output_tokens: count,
  /** Null: nothing was done by the vendor itself, as far as it says. */
  server_tool_use: z.object({ web_search_requests: count }).nullable(),
  /** USD; ours, beside the vendor's. */
  cost: z.number().min(0),
})
export type MessageUsage = z.output<typeof MessageUsage>

export const TextCitation = z.object({
  type: z.literal('web_search_result_location'),
  url: z.string(),
  title: z.string().nullable(),
  cited_text: z.string(),
  /** Always empty: what a search found is not carried from turn to turn. */
  encrypted_index: z.literal(''),
})
export type TextCitation = z.output<typeof TextCitation>

const ContentBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), citations: z.array(TextCitation).optional() }),
  z.object({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
  z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
  z.object({
    type: z.literal('tool_use'),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
    extra_content: CallSeal,
  }),
])
export type ContentBlock = z.output<typeof ContentBlock>

export const StopReason = z.enum(['end_turn', 'max_tokens', 'stop_sequence', 'tool_use', 'refusal'])
export type StopReason = z.output<typeof StopReason>

export const MessageReply = z.object({
  id: z.string(),
  type: z.literal('message'),
  role: z.literal('assistant'),
  model: z.string(),
  content: z.array(ContentBlock),
  stop_reason: StopReason,
  stop_sequence: z.string().nullable(),
  usage: MessageUsage,
})
export type MessageReply = z.output<typeof MessageReply>

export const CountTokensReply = z.object({ input_tokens: count })
export type CountTokensReply = z.output<typeof CountTokensReply>

/** An error, as an answer or as an event of a stream. */
export const MessagesError = z.object({
  type: z.literal('error'),
  error: z.object({
    type: z.string(),
    message: z.string(),
    /** Of a `thread` alone: the SDK goes on without one. */
    details: z
      .object({ error_code: z.literal('thread_unsupported_request'), unsupported: z.array(z.string()) })
      .optional(),
  }),
  request_id: z.string(),
})
export type MessagesError = z.output<typeof MessagesError>
