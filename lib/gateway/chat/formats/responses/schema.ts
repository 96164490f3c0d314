import { z } from 'zod'
import { routingFields } from '@/lib/gateway/routing/schema'
import { deletedReply, queryNumber } from '@/lib/platform/fields'
import { Given, OutputItem } from './items'

/**
 * Responses: chat in the wire format of OpenAI's Responses API. A request is translated to chat completions, and the answer back;
 * models, money, limits and fallbacks are those of chat. Unless `store` is false, request and answer are stored, so a later
 * request can continue from them (`memory.ts`). Hints without a counterpart (`ignored`) are accepted and ignored. Fields that
 * would change the answer and are not supported, and unknown fields, are refused by name.
 */
/** More than upstreams accept. */
const MOST_TOOLS = 1024
const toolName = z.string().regex(/^[\w-]{1,128}$/, 'must be 1 to 128 letters, digits, _ or -')

export const FunctionTool = z.looseObject({
  type: z.literal('function'),
  name: toolName,
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
  strict: z.boolean().nullish(),
})

/** Takes free text as input instead of JSON. */
export const CustomTool = z.looseObject({
  type: z.literal('custom'),
  name: toolName,
  description: z.string().nullish(),
  format: z
    .looseObject({ type: z.string(), syntax: z.string().nullish(), definition: z.string().nullish() })
    .nullish(),
})

/** A tool that runs at the vendor, or that only its models know: ignored, and refused if it is required (`internal/tools`). */
const OtherTool = z.looseObject({
  type: z.string().refine((type) => !['function', 'custom', 'namespace'].includes(type), { abort: true }),
})

const Callable = z.discriminatedUnion('type', [FunctionTool, CustomTool])
/** Functions with a common prefix, such as those of one MCP server. */
const NamespaceTool = z.looseObject({
  type: z.literal('namespace'),
  name: toolName,
  description: z.string().nullish(),
  tools: z.array(z.union([Callable, OtherTool])).max(MOST_TOOLS),
})

export const Tool = z.union([
  z.discriminatedUnion('type', [FunctionTool, CustomTool, NamespaceTool]),
  OtherTool,
])
export type Tool = z.output<typeof Tool>

export const NamedChoice = z.looseObject({
  type: z.enum(['function', 'custom']),
  name: z.string(),
  namespace: z.string().nullish(),
})
export const AllowedTools = z.looseObject({
  type: z.literal('allowed_tools'),
  mode: z.enum(['auto', 'required']),
  tools: z.array(
    z.looseObject({ type: z.string(), name: z.string().optional(), namespace: z.string().nullish() }),
  ),
})
const CHOICES = ['function', 'custom', 'allowed_tools']
const ToolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  NamedChoice,
  AllowedTools,
  /** Requires a tool that runs at the vendor. */
  z.looseObject({ type: z.string().refine((type) => !CHOICES.includes(type), { abort: true }) }),
])

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

const Text = z.strictObject({ format: TextFormat.nullish(), verbosity: z.string().nullish() })

const Reasoning = z.strictObject({
  effort: z.string().nullish(),
  /** Summaries are included whenever the upstream shows its thoughts. */
  summary: z.string().nullish(),
  generate_summary: z.string().nullish(),
  context: z
    .literal(['auto', 'all_turns'], 'is not supported: models see all reasoning of the conversation')
    .nullish(),
  mode: z.literal('standard', 'is not supported: use effort').nullish(),
})

const never = (why: string) => z.null(`is not supported: ${why}`).optional()

/** These change neither the answer nor its price. */
const ignored = {
  prompt_cache_options: z.unknown().optional(),
  prompt_cache_retention: z.unknown().optional(),
  safety_identifier: z.unknown().optional(),
  client_metadata: z.unknown().optional(),
  context_management: z.unknown().optional(),
  stream_options: z.unknown().optional(),
  truncation: z.unknown().optional(),
  user: z.unknown().optional(),
}

const Fields = z.strictObject({
  ...routingFields,
  input: z.union([z.string(), z.array(Given).min(1)]),
  /** The response to continue: its conversation precedes `input`. */
  previous_response_id: z.string().min(1).nullish(),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish(),
  max_output_tokens: z.int().min(1).max(10_000_000).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  tools: z.array(Tool).max(MOST_TOOLS).nullish(),
  tool_choice: ToolChoice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  /** Limits web searches. Functions are called by the caller. */
  max_tool_calls: z.int().min(1).nullish(),
  text: Text.nullish(),
  reasoning: Reasoning.nullish(),
  include: z.array(z.string()).nullish(),
  service_tier: z.string().max(64).nullish(),
  prompt_cache_key: z.string().max(1024).nullish(),
  ...ignored,
  metadata: z.record(z.string(), z.string()).nullish(),
  store: z.boolean().nullish().meta({ default: true }),
  /** Returns a queued response at once. `GET /v1/responses/{id}` has its progress. */
  background: z.boolean().nullish(),
  conversation: never('use previous_response_id'),
  prompt: never('there are no stored prompts'),
  top_logprobs: z.literal(0, 'is not supported: use logprobs of chat completions').nullish(),
})

export const ResponsesRequest = Fields.refine(({ background, store }) => !background || store !== false, {
  path: ['store'],
  message: 'must not be false if background is true: the answer is read later',
}).refine(({ background, stream }) => !background || !stream, {
  path: ['stream'],
  message: 'is not supported if background is true: retrieve the response by its ID',
})
export type ResponsesRequest = z.output<typeof ResponsesRequest>

/** The part of a request that the model reads. */
export const InputTokensRequest = Fields.pick({
  model: true,
  input: true,
  previous_response_id: true,
  instructions: true,
  tools: true,
  tool_choice: true,
  parallel_tool_calls: true,
  text: true,
  reasoning: true,
  truncation: true,
  conversation: true,
}).extend({ input: Fields.shape.input.nullish() })
export type InputTokensRequest = z.output<typeof InputTokensRequest>

const count = z.int().min(0)

export const ResponseUsage = z.object({
  input_tokens: count,
  input_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }),
  output_tokens: count,
  output_tokens_details: z.object({ reasoning_tokens: count }),
  total_tokens: count,
  /** USD. Our addition. */
  cost: z.number().min(0),
})
export type ResponseUsage = z.output<typeof ResponseUsage>

export const ResponseStatus = z.enum([
  'queued',
  'in_progress',
  'completed',
  'incomplete',
  'failed',
  'cancelled',
])
export type ResponseStatus = z.output<typeof ResponseStatus>

export const ResponseReply = z.looseObject({
  id: z.string(),
  object: z.literal('response'),
  created_at: z.int(),
  completed_at: z.int().nullable(),
  status: ResponseStatus,
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  incomplete_details: z.object({ reason: z.enum(['max_output_tokens', 'content_filter']) }).nullable(),
  model: z.string(),
  output: z.array(OutputItem),
  usage: ResponseUsage.nullable(),
  /** Includes our `portico_ignored_tools`: tools that were ignored. */
  metadata: z.record(z.string(), z.string()),
  background: z.boolean(),
  /** Whether it is stored. */
  store: z.boolean(),
  previous_response_id: z.string().nullable(),
})
export type ResponseReply = z.output<typeof ResponseReply>

export const ResponseParams = z.object({ id: z.string() })

export const ResponseQuery = z.object({
  stream: z.literal('false', 'is not supported: stored responses are returned whole').optional(),
})

export const DeletedResponse = deletedReply('response')
export type DeletedResponse = z.output<typeof DeletedResponse>

export const InputItemsQuery = z.object({
  limit: queryNumber(1, 100, 20),
  order: z.enum(['asc', 'desc']).default('desc'),
  /** The ID of the last item of the page before. */
  after: z.string().optional(),
})
export type InputItemsQuery = z.output<typeof InputItemsQuery>

export const InputItemList = z.object({
  object: z.literal('list'),
  data: z.array(z.looseObject({ type: z.string(), id: z.string() })),
  first_id: z.string().nullable(),
  last_id: z.string().nullable(),
  has_more: z.boolean(),
})
export type InputItemList = z.output<typeof InputItemList>

export const InputTokensReply = z.object({
  object: z.literal('response.input_tokens'),
  input_tokens: count,
})
export type InputTokensReply = z.output<typeof InputTokensReply>
