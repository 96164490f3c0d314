import { z } from 'zod'
import { FallbackModels, ProviderPreferences } from '@/lib/gateway/routing/schema'
import { CLIENT_TOOL } from '@/lib/upstream/contract/chat-model'

/**
 * Chat: a conversation in, the model's reply out, whole or as server-sent events. The wire format is OpenAI's chat
 * completions. Unknown fields are passed on to the upstream unchanged.
 */

/**
 * Anthropic's mark in a conversation: what precedes it is cached for five minutes or an hour, and costs less when it is read
 * again. It is not sent to other upstreams.
 */
export const CacheControl = z
  .looseObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).nullish() })
  .nullish()
export type CacheControl = z.output<typeof CacheControl>

const marked = { cache_control: CacheControl }

const Part = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string(), ...marked }),
  z.looseObject({
    type: z.literal('image_url'),
    image_url: z.looseObject({ url: z.string().min(1) }),
    ...marked,
  }),
  z.looseObject({
    type: z.literal('input_audio'),
    input_audio: z.looseObject({ data: z.string(), format: z.string() }),
    ...marked,
  }),
  z.looseObject({ type: z.literal('file'), file: z.looseObject({}), ...marked }),
  z.looseObject({ type: z.literal('refusal'), refusal: z.string(), ...marked }),
])

/** A part in another service's format, or a plain text. Translated (`internal/foreign-content`); video and audio are refused. */
const OtherPart = z.union([
  z.string(),
  z.looseObject({ type: z.literal('image_url'), image_url: z.string().min(1), ...marked }),
  z.looseObject({
    type: z
      .string()
      .regex(/^(?!(?:text|image_url|input_audio|file|refusal)$)(?!.*(?:audio|video))/, { abort: true }),
    ...marked,
  }),
])
const AnyPart = z.union([Part, OtherPart])
const Content = z.union([z.string(), z.array(AnyPart).min(1)])
/** The content of an answer or a result, which may be empty. */
const MaybeContent = z.union([z.string(), z.array(AnyPart)]).nullish()
const name = z.string().max(256).nullish()

/** Missing and differing fields of clients are normalized before the request is sent (`internal/tidy-request`). */
const ToolCall = z.discriminatedUnion('type', [
  z.looseObject({
    id: z.string(),
    type: z.literal('function').nullish(),
    function: z.looseObject({
      name: z.string(),
      arguments: z.union([z.string(), z.looseObject({})]).nullish(),
    }),
    ...marked,
  }),
  z.looseObject({
    id: z.string(),
    type: z.literal('custom'),
    custom: z.looseObject({ name: z.string(), input: z.string() }),
    ...marked,
  }),
])

const Message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.enum(['system', 'developer', 'user']), content: Content, name }),
  z.looseObject({
    role: z.literal('assistant'),
    content: MaybeContent,
    tool_calls: z.array(ToolCall).nullish(),
    name,
  }),
  z.looseObject({ role: z.literal('tool'), content: MaybeContent, tool_call_id: z.string().min(1) }),
  z.looseObject({ role: z.literal('function'), content: z.string().nullable(), name: z.string() }),
])

const toolName = z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -')

/** The upstream's adapter translates names that its format does not allow. */
const functionName = z.string().min(1).max(256)

const parameters = z.record(z.string(), z.unknown()).nullish()
const described = { name: functionName, description: z.string().nullish() }
const Described = z.looseObject({ ...described, parameters, strict: z.boolean().nullish() })

const DescribedTool = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('function'), function: Described, ...marked }),
  /** The model writes its input as text, free or by a grammar, instead of JSON arguments. */
  z.looseObject({
    type: z.literal('custom'),
    custom: z.looseObject({
      name: toolName,
      description: z.string().nullish(),
      format: z
        .discriminatedUnion('type', [
          z.looseObject({ type: z.literal('text') }),
          z.looseObject({
            type: z.literal('grammar'),
            grammar: z.looseObject({ syntax: z.enum(['lark', 'regex']), definition: z.string() }),
          }),
        ])
        .nullish(),
    }),
    ...marked,
  }),
])

/** Anthropic's format; other vendors' models do not support it. */
const ClientTool = z.looseObject({ type: z.string().regex(CLIENT_TOOL), name: z.string().min(1), ...marked })

/** Responses' and Anthropic's formats, and functions without a type: translated. */
const FlatTool = z.looseObject({
  type: z.enum(['function', 'custom']).nullish(),
  ...described,
  parameters,
  input_schema: parameters,
  ...marked,
})
const UntypedTool = z.looseObject({ type: z.null().optional(), function: Described, ...marked })

const Tool = z.union([DescribedTool, ClientTool, FlatTool, UntypedTool])

const choices = z.enum(['none', 'auto', 'required', 'any'])

const ToolChoice = z.union([
  choices,
  z.looseObject({ type: z.literal('function'), function: z.looseObject({ name: z.string() }) }),
  z.looseObject({ type: z.literal('custom'), custom: z.looseObject({ name: z.string() }) }),
  z.looseObject({ type: z.literal('allowed_tools') }),
  /** Anthropic's and Responses' formats. */
  z.looseObject({ type: choices }),
  z.looseObject({ type: z.enum(['tool', 'function', 'custom']), name: z.string() }),
])

const ResponseFormat = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({
    type: z.literal('json_schema'),
    json_schema: z.looseObject({
      name: toolName,
      schema: z.record(z.string(), z.unknown()).optional(),
      strict: z.boolean().nullish(),
    }),
  }),
])

/** `usual`: the models' default, for the API reference. */
const between = (min: number, max: number, usual: number) =>
  z.number().min(min).max(max).nullish().meta({ default: usual })
/** Some clients send 0 or -1 for no limit. */
const tokens = z.number().int().min(-1).max(10_000_000).nullish()

/** The highest `max_searches`. */
export const MOST_SEARCHES_ALLOWED = 20

const Request = z.looseObject({
  /** Null counts as absent, as for every optional field. */
  model: z.string().min(1).max(256).nullish(),
  models: FallbackModels.nullish(),
  provider: ProviderPreferences.nullish(),
  messages: z.array(Message).min(1),
  stream: z.boolean().nullish().meta({ default: false }),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  /** OpenRouter's option for the same: usage at the end of a stream. */
  usage: z.looseObject({ include: z.boolean().nullish() }).nullish(),
  temperature: between(0, 2, 1),
  top_p: between(0, 1, 1),
  max_tokens: tokens,
  max_completion_tokens: tokens,
  frequency_penalty: between(-2, 2, 0),
  presence_penalty: between(-2, 2, 0),
  n: z.number().int().min(1).max(128).nullish().meta({ default: 1 }),
  /** Most upstreams accept four. */
  stop: z.union([z.string(), z.array(z.string()).max(100)]).nullish(),
  /** Up to 64 bits, more than a JavaScript number holds: it is passed on as it was written. */
  seed: z
    .number()
    .min(-(2 ** 63))
    .max(2 ** 64)
    .multipleOf(1, 'must be a whole number')
    .nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.number().int().min(0).max(20).nullish(),
  tools: z.array(Tool).max(1024).nullish(),
  tool_choice: ToolChoice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  response_format: ResponseFormat.nullish(),
  web_search: z.boolean().nullish(),
  enable_search: z.boolean().nullish(),
  /** The most web searches, if the upstream has a limit. */
  max_searches: z.number().int().min(1).max(MOST_SEARCHES_ALLOWED).nullish(),
  /** On the request itself: the upstream sets the mark at the end of the conversation. */
  ...marked,
  user: z.string().max(512).nullish(),
  /** Options that may cost extra (`internal/plan-call`). */
  service_tier: z.string().max(64).nullish(),
  modalities: z.array(z.string()).nullish(),
  web_search_options: z.looseObject({}).nullish(),
  store: z.boolean().nullish(),
})
/** Compiled, because a request has few of these fields and each would cost a look. */
export const ChatRequest = z.compile(Request)
export type ChatRequest = z.output<typeof ChatRequest>
export type ChatMessage = ChatRequest['messages'][number]
/** A part of a message's content. */
export type ChatPart = z.output<typeof Part>
export type ChatTools = Pick<
  ChatRequest,
  'tools' | 'tool_choice' | 'parallel_tool_calls' | 'web_search' | 'max_searches'
>

const count = z.number().int().min(0)

/** Few upstreams report these; an invalid value must not invalidate the rest. */
const extra = count.nullish().catch(null)

/** Usage as we send it. */
export const UsageReply = z.looseObject({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  prompt_tokens_details: z.looseObject({
    cached_tokens: count,
    cache_write_tokens: extra,
    cache_write_1h_tokens: extra,
  }),
  completion_tokens_details: z.looseObject({ reasoning_tokens: count, audio_tokens: extra }),
  server_tool_use: z.looseObject({ web_search_requests: extra }).nullish().catch(null),
  /** USD. The only amount that is a JSON number, because OpenAI's clients expect numbers in usage. */
  cost: z.number().min(0),
})
export type UsageReply = z.output<typeof UsageReply>

/** A whole answer as we send it. */
export const ChatReply = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.number().int(),
  model: z.string(),
  choices: z
    .array(
      z.looseObject({
        index: z.number().int(),
        finish_reason: z.string(),
        message: z.looseObject({ role: z.literal('assistant'), content: z.string().nullable() }),
      }),
    )
    .min(1),
  usage: UsageReply,
})

export const ChatChunk = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  created: z.number().int(),
  model: z.string(),
  choices: z.array(
    z.looseObject({
      index: z.number().int(),
      delta: z.looseObject({}),
      finish_reason: z.string().nullable(),
    }),
  ),
  usage: UsageReply.nullish(),
})
