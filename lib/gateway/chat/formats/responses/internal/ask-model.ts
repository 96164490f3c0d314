import { listParameters } from '@/lib/catalog/models/models'
import { canSearchWeb } from '@/lib/gateway/routing/resolve-routes'
import type { Caller } from '@/lib/platform/caller'
import type { StreamBody } from '@/lib/platform/stream'
import type { ChatContext } from '../../../create-completion'
import { completeInDialect, type Dialect } from '../../../dialect'
import type { ChatRequest } from '../../../schema'
import type { InputItem } from '../items'
import { isCompacted } from '../items'
import type { InputTokensRequest, ResponsesRequest, TextFormat, Tool } from '../schema'
import { toChatMessages } from './chat-messages'
import { type AnswerStyle, ResponseStream, toWholeResponse } from './response'
import { ignoredIn, isSearch, ToolNames, toChatTools, toolsOf } from './tools'

const fieldNames = {
  messages: 'input',
  max_tokens: 'max_output_tokens',
  response_format: 'text.format',
  reasoning_effort: 'reasoning.effort',
  verbosity: 'text.verbosity',
  web_search: 'tools',
}

/** Answers a conversation: JSON text, or a stream of server-sent events when `stream` is true. */
export function completeConversation(
  caller: Caller,
  request: ResponsesRequest,
  items: Reading['items'],
  keeping: Pick<AnswerStyle, 'id' | 'keep'>,
  context: ChatContext,
): Promise<string | StreamBody> {
  const reading = toReading(caller, request, items)
  const style = { ...styleOf(request, reading), ...keeping }
  const dialect: Dialect = {
    fieldNames,
    writeWhole: (answer) => toWholeResponse(answer, style),
    openStream: () => new ResponseStream(style),
  }
  const session = request.prompt_cache_key || context.session
  return completeInDialect(dialect, caller, toChatRequest(request, reading), { ...context, session })
}

/** Throws if there is no such model. */
export function toReading(
  caller: Caller,
  request: InputTokensRequest & Pick<ResponsesRequest, 'models'>,
  items: Reading['items'],
): Reading {
  const { model, models } = request
  const tools = toolsOf(request.tools, items)
  return {
    items,
    tools,
    names: new ToolNames(tools),
    canSearchWeb: tools.some(isSearch) && canSearchWeb(caller, { model, models, modality: 'chat' }),
    supported: listParameters(caller, model ?? models?.[0]),
  }
}

export function styleOf(
  request: ResponsesRequest,
  { items, tools, names, canSearchWeb }: Reading,
): AnswerStyle {
  return { request, names, compacts: isCompacted(items), ignoredTools: ignoredIn(tools, canSearchWeb) }
}

/** These change nothing, and many upstreams do not know the field. */
const DEFAULT_TIERS = ['auto', 'default']

/** What is needed to translate a request to chat. */
type Reading = {
  /** The whole conversation, including its stored part. */
  items: readonly InputItem[]
  tools: readonly Tool[]
  names: ToolNames
  canSearchWeb: boolean
  /** Parameters that the model is known to support. */
  supported: readonly string[]
}

/** The request in chat's format. */
export function toChatRequest(request: ResponsesRequest, reading: Reading): ChatRequest {
  const { models, provider, stream, max_output_tokens, temperature, top_p, text, service_tier } = request
  const { frequency_penalty, presence_penalty, prompt_cache_key } = request
  const { supported } = reading
  const effort = request.reasoning?.effort
  return {
    ...toPrompt(request, reading),
    ...(models != null && { models }),
    ...(provider != null && { provider }),
    ...(stream === true && { stream, stream_options: { include_usage: true } }),
    ...(max_output_tokens != null && { max_tokens: max_output_tokens }),
    ...(temperature != null && { temperature }),
    ...(top_p != null && { top_p }),
    ...(frequency_penalty != null && { frequency_penalty }),
    ...(presence_penalty != null && { presence_penalty }),
    ...(service_tier != null && !DEFAULT_TIERS.includes(service_tier) && { service_tier }),
    // Hints: upstreams that do not know them would refuse the request.
    ...(effort && supported.includes('reasoning_effort') && { reasoning_effort: effort }),
    ...(text?.verbosity && supported.includes('verbosity') && { verbosity: text.verbosity }),
    ...(prompt_cache_key && supported.includes('prompt_cache_key') && { prompt_cache_key }),
  }
}

/** What the model reads of a request: everything that counts as its prompt. */
export function toPrompt(
  request: Omit<InputTokensRequest, 'input'> & Pick<ResponsesRequest, 'max_tool_calls'>,
  { items, tools, names, canSearchWeb }: Omit<Reading, 'supported'>,
): ChatRequest {
  return {
    ...(request.model === undefined ? {} : { model: request.model }),
    messages: toChatMessages(request.instructions, items, names),
    ...toChatTools({ ...request, tools }, names, canSearchWeb),
    ...toFormat(request.text?.format),
  }
}

function toFormat(format: TextFormat | null | undefined): Pick<ChatRequest, 'response_format'> {
  if (format == null || format.type === 'text') return {}
  if (format.type === 'json_object') return { response_format: { type: 'json_object' } }
  const { name, description, schema, strict } = format
  const json_schema = {
    name,
    ...(description == null ? {} : { description }),
    schema,
    ...(strict == null ? {} : { strict }),
  }
  return { response_format: { type: 'json_schema', json_schema } }
}
