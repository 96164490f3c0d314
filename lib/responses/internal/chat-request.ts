import type { z } from 'zod'
import type { ChatRequest } from '@/lib/chat/schema'
import type { CustomTool, FunctionTool, ResponsesRequest, TextFormat, Tool } from '../schema'
import { toChatMessages } from './chat-messages'

/** They ask for nothing, and many upstreams do not know the field. */
const ORDINARY_TIERS = ['auto', 'default']

/** The request as chat takes it. `supported` are the parameters that the model is known to take. */
export function toChatRequest(request: ResponsesRequest, supported: readonly string[]): ChatRequest {
  const {
    model,
    models,
    provider,
    stream,
    max_output_tokens,
    temperature,
    top_p,
    text,
    reasoning,
    service_tier,
  } = request
  const effort = reasoning?.effort
  return {
    ...(model === undefined ? {} : { model }),
    ...(models != null && { models }),
    ...(provider != null && { provider }),
    messages: toChatMessages(request),
    ...(stream === true && { stream, stream_options: { include_usage: true } }),
    ...(max_output_tokens != null && { max_tokens: max_output_tokens }),
    ...(temperature != null && { temperature }),
    ...(top_p != null && { top_p }),
    ...(service_tier != null && !ORDINARY_TIERS.includes(service_tier) && { service_tier }),
    ...toChatTools(request),
    ...toFormat(text?.format),
    // Hints, which upstreams that do not know them would refuse.
    ...(effort && supported.includes('reasoning_effort') && { reasoning_effort: effort }),
    ...(text?.verbosity && supported.includes('verbosity') && { verbosity: text.verbosity }),
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

type ChatTool = Extract<NonNullable<ChatRequest['tools']>[number], { type: 'function' }>
type ChatTools = Pick<
  ChatRequest,
  'tools' | 'tool_choice' | 'parallel_tool_calls' | 'web_search' | 'max_searches'
>
type Asked = Pick<ResponsesRequest, 'tools' | 'tool_choice' | 'parallel_tool_calls' | 'max_tool_calls'>

const MOST_SEARCHES = 20

/** The caller's functions, and whether the model may search the web. */
function toChatTools({ tools, tool_choice, parallel_tool_calls, max_tool_calls: most }: Asked): ChatTools {
  const given = tools ?? []
  const limit = most == null ? {} : { max_searches: Math.min(most, MOST_SEARCHES) }
  const search = given.some(isSearch) ? { web_search: true, ...limit } : {}
  const allowed =
    typeof tool_choice === 'object' && tool_choice?.type === 'allowed_tools' ? tool_choice : null
  const functions = given
    .flatMap(toFunction)
    .filter((tool) => allowed?.tools.some(({ name }) => name === tool.function.name) ?? true)
  if (functions.length === 0) return search
  return {
    ...search,
    tools: functions,
    ...toChoice(allowed?.mode ?? tool_choice),
    ...(parallel_tool_calls === false && { parallel_tool_calls }),
  }
}

export function isCustom(tool: Tool): tool is z.output<typeof CustomTool> {
  return tool.type === 'custom'
}

function isFunction(tool: Tool): tool is z.output<typeof FunctionTool> {
  return tool.type === 'function'
}

function isSearch(tool: Tool): boolean {
  return !isFunction(tool) && !isCustom(tool)
}

function toFunction(tool: Tool): ChatTool[] {
  if (isCustom(tool)) return [fromCustom(tool)]
  if (!isFunction(tool)) return []
  const { name, description, parameters, strict } = tool
  const fields = {
    name,
    ...(description == null ? {} : { description }),
    ...(parameters == null ? {} : { parameters }),
    ...(strict == null ? {} : { strict }),
  }
  return [{ type: 'function', function: fields }]
}

/** A tool that takes plain text is a function of one text; a grammar is described, and nobody enforces it. */
function fromCustom({ name, description, format }: z.output<typeof CustomTool>): ChatTool {
  const grammar = format?.definition
    ? `The input must match this ${format.syntax ?? ''} grammar:\n${format.definition}`
    : ''
  const words = [description ?? '', grammar].filter((text) => text !== '').join('\n\n')
  const parameters = {
    type: 'object',
    properties: { input: { type: 'string' } },
    required: ['input'],
    additionalProperties: false,
  }
  return { type: 'function', function: { name, ...(words && { description: words }), parameters } }
}

function toChoice(choice: ResponsesRequest['tool_choice']): Pick<ChatTools, 'tool_choice'> {
  if (choice == null) return {}
  if (typeof choice === 'string') return { tool_choice: choice }
  if (choice.type === 'allowed_tools') return { tool_choice: choice.mode }
  return { tool_choice: { type: 'function', function: { name: choice.name } } }
}
