import { z } from 'zod'
import { routingFields } from '@/lib/gateway/routing/schema'
import { isRecord } from '@/lib/platform/json'
import { CLIENT_TOOL } from '@/lib/upstream/contract/chat-model'
import { CallSeal } from '../../answer'
import { linkOf } from '../../internal/foreign-content'
import { CacheControl } from '../../schema'
import { toText } from '../../to-text'

/**
 * Messages: chat in Anthropic's wire format. A request is translated to chat completions, and the answer back; models, money,
 * limits and fallbacks are those of chat. Hints without a counterpart (`ignored`) are accepted and ignored. Fields that would
 * change the answer and are not supported, and unknown fields, are refused by name.
 */
/** Marks of an unknown type are ignored. */
const marked = { cache_control: CacheControl.catch(undefined) }

const Source = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('base64'), media_type: z.string(), data: z.string().min(1) }),
  z.looseObject({ type: z.literal('url'), url: z.string().min(1) }),
])
const TextBlock = z.looseObject({ type: z.literal('text'), text: z.string(), ...marked })
const cited = {
  citations: z
    .looseObject({
      enabled: z.literal(false, 'is not supported: answers cite only search results').nullish(),
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
const ResultPart = z.discriminatedUnion('type', [TextBlock, ImageBlock, DocumentBlock, SearchResultBlock])
export type ResultPart = z.output<typeof ResultPart>

/**
 * Agents send their whole history, and a refusal would end the conversation. So a block of an unknown type, such as one of the
 * vendor's own tools, becomes a text.
 */
const blocksOf = <Block extends z.ZodType>(types: readonly string[], block: Block, least = 0) => {
  const toKnown = (one: unknown) => {
    if (typeof one === 'string') return [{ type: 'text', text: one }]
    if (!isRecord(one) || typeof one.type !== 'string' || types.includes(one.type)) return [one]
    const link = one.type === 'image_url' && types.includes('image') ? linkOf(one) : undefined
    if (link) return [{ type: 'image', source: { type: 'url', url: link }, cache_control: one.cache_control }]
    const text = textOf(one)
    return text === '' ? [] : [{ type: 'text', text, cache_control: one.cache_control }]
  }
  return z.preprocess(
    (content) => (Array.isArray(content) ? content.flatMap(toKnown) : content),
    z.array(block).min(least),
  )
}

/** A block as text; empty if the text that followed from it says what matters. */
function textOf(block: Readonly<Record<string, unknown>>): string {
  switch (block.type) {
    case 'tool_reference':
      return `The tool ${block.tool_name} can be called now.`
    case 'compaction':
      return typeof block.content === 'string' ? block.content : ''
    case 'server_tool_use':
      return block.name === 'web_search' ? '' : toText(block)
    case 'web_search_tool_result':
    case 'fallback':
      return ''
    default:
      return typeof block.text === 'string' ? block.text : toText(block)
  }
}

const resultTypes = ['text', 'image', 'document', 'search_result']

const ToolResultBlock = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string().min(1),
  content: z.union([z.string(), blocksOf(resultTypes, ResultPart)]).nullish(),
  is_error: z.boolean().nullish(),
  ...marked,
})
export type ToolResultBlock = z.output<typeof ToolResultBlock>

const UserBlock = z.discriminatedUnion('type', [...ResultPart.options, ToolResultBlock])

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
  z.looseObject({
    type: z.literal('thinking'),
    thinking: z.preprocess((given) => given ?? '', z.string()),
    signature: z.string().nullish(),
  }),
  z.looseObject({ type: z.literal('redacted_thinking'), data: z.string() }),
])

/** Adds or removes a tool from here on: one of `tools` by its name, or a new definition. */
const ToolChange = z.looseObject({
  type: z.enum(['tool_addition', 'tool_removal']),
  tool: z.looseObject({ name: z.string().optional(), definition: z.unknown().optional() }),
})
export type ToolChange = z.output<typeof ToolChange>

const assistantTypes = ['text', 'tool_use', 'thinking', 'redacted_thinking']
const systemTypes = ['text', 'tool_addition', 'tool_removal']

const Message = z.discriminatedUnion('role', [
  z.looseObject({
    role: z.literal('user'),
    content: z.union([z.string(), blocksOf([...resultTypes, 'tool_result'], UserBlock, 1)]),
  }),
  z.looseObject({
    role: z.literal('assistant'),
    content: z.union([z.string(), blocksOf(assistantTypes, AssistantBlock)]),
  }),
  z.looseObject({
    role: z.literal('system'),
    content: z.union([
      z.string(),
      blocksOf(systemTypes, z.discriminatedUnion('type', [TextBlock, ToolChange]), 1),
    ]),
  }),
])
export type MessageParam = z.output<typeof Message>

/** More than upstreams accept. */
const MOST_TOOLS = 1024
const toolName = z.string().regex(/^[\w-]{1,128}$/, 'must be 1 to 128 letters, digits, _ or -')

/** A function of the caller's, web search, or a tool that only Anthropic's models know without a definition (`CLIENT_TOOL`). */
const ServedTool = z.looseObject({
  type: z.string().refine(isServed, { abort: true }).nullish(),
  name: toolName,
  description: z.string().nullish(),
  input_schema: z.record(z.string(), z.unknown()).optional(),
  strict: z.boolean().nullish(),
  /** The most web searches. */
  max_uses: z.int().min(1).nullish(),
  ...marked,
})
export type ServedTool = z.output<typeof ServedTool>

/** A tool that Anthropic runs: ignored, and refused if it is required. */
const OtherTool = z.looseObject({
  type: z.string().refine((type) => !isServed(type), { abort: true }),
  name: z.string().nullish(),
})

function isServed(type: string): boolean {
  return type === 'custom' || type.startsWith('web_search_') || CLIENT_TOOL.test(type)
}

export const Tool = z.union([ServedTool, OtherTool])
export type Tool = z.output<typeof Tool>

export function isServedTool(tool: Tool): tool is ServedTool {
  return tool.type == null || isServed(tool.type)
}

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

/** Accepted values of these change neither the answer nor its price. */
const ignored = {
  metadata: z.unknown().optional(),
  betas: z.unknown().optional(),
  context_management: z.unknown().optional(),
  context_hint: z.unknown().optional(),
  diagnostics: z.unknown().optional(),
  /** The vendor's capacity tiers. Neither costs more here. */
  service_tier: z.enum(['auto', 'standard_only']).nullish(),
  speed: z.literal('standard', 'is not supported: only the standard speed has a price').nullish(),
  /** The vendor's default. Other regions cost more there. */
  inference_geo: z.literal('global', 'is not supported: the region of a model cannot be chosen').nullish(),
}

const asked = {
  /** First, so its refusal comes before those of the fields that a continued thread omits (`messagesRefusal`). */
  thread: z.null('is not supported: send the whole conversation without it').optional(),
  ...routingFields,
  messages: z.array(Message).min(1),
  system: z.union([z.string(), z.array(TextBlock)]).nullish(),
  tools: z.array(Tool).max(MOST_TOOLS).nullish(),
  tool_choice: ToolChoice.nullish(),
  thinking: Thinking.nullish(),
  output_config: z
    .looseObject({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish(),
      format: JsonFormat.nullish(),
      task_budget: z.null('is not supported: use max_tokens').optional(),
    })
    .nullish(),
  /** The older form of `output_config.format`. */
  output_format: JsonFormat.nullish(),
  /** On the request itself: the vendor sets the mark at the end of the conversation. */
  cache_control: CacheControl,
  ...ignored,
  /** Not supported: ignored, and listed with the ignored tools. */
  container: z.unknown().optional(),
  mcp_servers: z.array(z.unknown()).nullish(),
  fallbacks: z
    .array(z.unknown(), 'is not supported: use models')
    .max(0, 'is not supported: use models')
    .nullish(),
}

/** Clients send the request that they are about to make; fields that are not listed here do not count. */
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
  /** Without tokens that were read from or written to a cache. */
  input_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
  /** Tokens written to a cache, by how long they stay there. */
  cache_creation: z.object({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count }),
  output_tokens: count,
  /** Null if the vendor reports no use of its own tools. */
  server_tool_use: z.object({ web_search_requests: count }).nullable(),
  /** USD. Our addition. */
  cost: z.number().min(0),
})
export type MessageUsage = z.output<typeof MessageUsage>

export const TextCitation = z.object({
  type: z.literal('web_search_result_location'),
  url: z.string(),
  title: z.string().nullable(),
  cited_text: z.string(),
  /** Always empty: search results are not carried over to the next turn. */
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
  /** Our addition: tools and fields that were ignored. */
  metadata: z.object({ portico_ignored_tools: z.string() }).optional(),
})
export type MessageReply = z.output<typeof MessageReply>

export const CountTokensReply = z.object({ input_tokens: count })
export type CountTokensReply = z.output<typeof CountTokensReply>

/** An error, as a response or as an event of a stream. */
export const MessagesError = z.object({
  type: z.literal('error'),
  error: z.object({
    type: z.string(),
    message: z.string(),
    /** Only for a `thread`: the SDK then continues without one. */
    details: z
      .object({ error_code: z.literal('thread_unsupported_request'), unsupported: z.array(z.string()) })
      .optional(),
  }),
  request_id: z.string(),
})
export type MessagesError = z.output<typeof MessagesError>
