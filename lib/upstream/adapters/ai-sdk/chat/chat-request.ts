import { z } from 'zod'
import { isRecord } from '@/lib/platform/json'
import { CLIENT_TOOL, effortOfShare } from '@/lib/upstream/contract/chat-model'
import { UpstreamError } from '@/lib/upstream/contract/upstream-error'

/** The fields of a chat-completions request that are translated. The request was already validated. */
const CacheMark = z.object({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).nullish() }).nullish()
export type CacheMark = z.infer<typeof CacheMark>
const marked = { cache_control: CacheMark }

const Text = z.looseObject({ type: z.literal('text'), text: z.string(), ...marked })
const Refusal = z.looseObject({ type: z.literal('refusal'), refusal: z.string(), ...marked })
const Image = z.looseObject({
  type: z.literal('image_url'),
  image_url: z.looseObject({ url: z.string() }),
  ...marked,
})
const Audio = z.looseObject({
  type: z.literal('input_audio'),
  input_audio: z.looseObject({ data: z.string(), format: z.string() }),
  ...marked,
})
const File = z.looseObject({
  type: z.literal('file'),
  file: z.looseObject({
    file_data: z.string().nullish(),
    file_id: z.string().nullish(),
    filename: z.string().nullish(),
  }),
  ...marked,
})
export const ContentPart = z.discriminatedUnion('type', [Text, Refusal, Image, Audio, File])
export type ContentPart = z.infer<typeof ContentPart>

const Content = z.union([z.string(), z.array(ContentPart)])
const ResultContent = Content.nullish().transform((content) => content ?? '')

/** The field of Google's OpenAI-compatible API for data that has to be returned with a call. */
const ExtraContent = z.looseObject({
  google: z.looseObject({ thought_signature: z.string().optional() }).optional(),
})

const ToolCall = z.looseObject({
  id: z.string(),
  function: z.looseObject({ name: z.string(), arguments: z.string() }),
  extra_content: ExtraContent.nullish().catch(null),
  ...marked,
})

/** A thought as we sent it, with the vendor's seal. */
export const ReasoningDetail = z.looseObject({
  type: z.enum(['reasoning.text', 'reasoning.encrypted']),
  format: z.string().nullish(),
  text: z.string().nullish(),
  signature: z.string().nullish(),
  data: z.string().nullish(),
})
export type ReasoningDetail = z.infer<typeof ReasoningDetail>

const Message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.enum(['system', 'developer']), content: Content }),
  z.looseObject({ role: z.literal('user'), content: Content }),
  z.looseObject({
    role: z.literal('assistant'),
    content: Content.nullish(),
    refusal: z.string().nullish(),
    tool_calls: z.array(ToolCall).nullish(),
    reasoning_details: z.array(ReasoningDetail).nullish().catch(null),
  }),
  z.looseObject({ role: z.literal('tool'), content: ResultContent, tool_call_id: z.string() }),
  z.looseObject({ role: z.literal('function'), content: ResultContent, name: z.string() }),
])
export type Message = z.infer<typeof Message>

const JsonObject = z.record(z.string(), z.unknown())

const FunctionTool = z.looseObject({
  function: z.looseObject({
    name: z.string(),
    description: z.string().nullish(),
    parameters: JsonObject.nullish(),
    strict: z.boolean().nullish(),
  }),
  ...marked,
})

/** A tool of Anthropic's, in its own format. */
const ClientTool = z.looseObject({ type: z.string().regex(CLIENT_TOOL), name: z.string() })
export type ClientTool = z.infer<typeof ClientTool>

const Tool = z.union([ClientTool, FunctionTool])

const ToolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  z.looseObject({ type: z.literal('function'), function: z.looseObject({ name: z.string() }) }),
  z.looseObject({
    type: z.literal('allowed_tools'),
    allowed_tools: z.looseObject({
      mode: z.enum(['auto', 'required']),
      tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })),
    }),
  }),
])

const ResponseFormat = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({
    type: z.literal('json_schema'),
    json_schema: z.looseObject({
      name: z.string(),
      description: z.string().nullish(),
      schema: JsonObject.optional(),
    }),
  }),
])

export const ReasoningEffort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])
export type ReasoningEffort = z.infer<typeof ReasoningEffort>

/** How much to think, in OpenRouter's or Anthropic's format. */
const Thinking = z
  .looseObject({
    type: z.string().nullish(),
    enabled: z.boolean().nullish(),
    effort: ReasoningEffort.nullish(),
    max_tokens: z.int().nullish(),
    budget_tokens: z.int().nullish(),
  })
  .nullish()

export const ChatRequest = z.looseObject({
  model: z.string(),
  messages: z.array(Message),
  stream: z.boolean().nullish(),
  temperature: z.number().nullish(),
  top_p: z.number().nullish(),
  top_k: z.int().nullish(),
  max_tokens: z.int().nullish(),
  max_completion_tokens: z.int().nullish(),
  frequency_penalty: z.number().nullish(),
  presence_penalty: z.number().nullish(),
  seed: z.int().nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  tools: z.array(Tool).nullish(),
  tool_choice: ToolChoice.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  response_format: ResponseFormat.nullish(),
  reasoning_effort: ReasoningEffort.nullish(),
  reasoning: Thinking,
  thinking: Thinking,
  web_search: z.boolean().nullish(),
  max_searches: z.int().nullish(),
  ...marked,
  user: z.string().nullish(),
  // Parsed only to refuse them.
  n: z.int().nullish(),
  logprobs: z.boolean().nullish(),
  top_logprobs: z.int().nullish(),
  logit_bias: JsonObject.nullish(),
  modalities: z.array(z.string()).nullish(),
  audio: z.unknown().optional(),
  service_tier: z.string().nullish(),
  web_search_options: z.record(z.string(), z.unknown()).nullish(),
})
export type ChatRequest = z.infer<typeof ChatRequest>

/** The effort that a request asks for in any of these formats; a token budget counts by its share of the answer. */
export function effortOf(request: ChatRequest): ReasoningEffort | null | undefined {
  const { reasoning_effort: effort, reasoning, thinking, max_completion_tokens, max_tokens } = request
  const asked = reasoning ?? thinking
  if (effort != null || asked == null) return effort
  const budget = asked.max_tokens ?? asked.budget_tokens
  if (asked.enabled === false || asked.type === 'disabled' || budget === 0) return 'none'
  if (asked.effort != null) return asked.effort
  const limit = max_completion_tokens ?? max_tokens
  return budget == null || limit == null ? 'medium' : effortOfShare(budget / limit)
}

/** Fields that would change the answer or its price, and that the vendors' APIs do not support. */
const refused: Record<string, (request: ChatRequest) => boolean> = {
  n: ({ n }) => (n ?? 1) > 1,
  logprobs: ({ logprobs }) => logprobs === true,
  top_logprobs: ({ top_logprobs }) => (top_logprobs ?? 0) > 0,
  logit_bias: ({ logit_bias }) => Object.keys(logit_bias ?? {}).length > 0,
  modalities: ({ modalities }) => modalities?.some((one) => one !== 'text') ?? false,
  audio: ({ audio }) => audio != null,
  service_tier: ({ service_tier: tier }) => tier != null && tier !== 'auto' && tier !== 'default',
  web_search_options: ({ web_search_options: options }) =>
    Object.values(options ?? {}).some((one) => one != null),
}

/** Fields that do not change an answer, and are left out. So are penalties and seeds if the vendor has none. */
const hints: readonly string[] = [
  'stream_options',
  'metadata',
  'prediction',
  'verbosity',
  'store',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
]

/** An unknown field may mean anything, so it is not dropped silently. */
function unknownField(request: ChatRequest): string | undefined {
  return Object.entries(request)
    .filter(([, value]) => value != null)
    .map(([name]) => name)
    .find((name) => !(name in ChatRequest.shape) && !hints.includes(name))
}

/** Refuses custom tools before the request is parsed: the vendors' APIs have no tools with plain text input. */
export function refuseCustomTools({ tools }: Readonly<Record<string, unknown>>): void {
  const isCustom = (tool: unknown) => isRecord(tool) && tool.type === 'custom'
  if (Array.isArray(tools) && tools.some(isCustom)) throw unsupported('tools', 'custom tools')
}

export function refuseFields(request: ChatRequest): void {
  const known = Object.entries(refused).find(([, isAsked]) => isAsked(request))
  const param = known?.[0] ?? unknownField(request)
  if (param !== undefined) throw unsupported(param, param)
}

function unsupported(param: string, what: string): UpstreamError {
  return new UpstreamError('unsupported', {
    code: 'unsupported_parameter',
    param,
    message: `This model does not support ${what}.`,
  })
}
