import { isRecord, wellFormed } from '@/lib/platform/json'
import type { JsonSource } from '@/lib/platform/json-source'
import type { ChatRequest } from '../schema'

type Message = ChatRequest['messages'][number]

/**
 * A request as strict upstreams take it, whose meaning is the same: what is null or empty is left out, an answer sent back as an
 * SDK holds it has what chat completions know, and choices of tools are in OpenAI's words. What is right stays the same value, so
 * that its bytes go on; what is written anew has the numbers of `source`.
 */
export function tidyRequest(given: ChatRequest, source?: JsonSource): ChatRequest {
  const request: ChatRequest = { ...given }
  for (const name in request) if (request[name] === null) delete request[name]
  for (const name of ['max_tokens', 'max_completion_tokens'] as const)
    if ((request[name] ?? 1) < 1) delete request[name]
  if (!request.stream) delete request.stream_options
  tidyStop(request)
  tidyTools(request, source)
  if (given.messages.some(isUntidy)) {
    const { messages } = { ...given, ...source?.exact('messages') }
    request.messages = messages.map((message) => (isUntidy(message) ? tidyMessage(message) : message))
  }
  if (source?.hasSurrogates() ?? true) for (const name in request) request[name] = wellFormed(request[name])
  return request
}

function tidyStop(request: ChatRequest): void {
  const { stop } = request
  if (stop === '' || (Array.isArray(stop) && stop.every((one) => one === ''))) delete request.stop
  else if (Array.isArray(stop) && stop.includes('')) request.stop = stop.filter((one) => one !== '')
}

/** Without tools there is nothing to choose, and no calls to make at once. */
function tidyTools(request: ChatRequest, source: JsonSource | undefined): void {
  const choice = toolChoiceOf(request.tool_choice)
  if (choice !== request.tool_choice) request.tool_choice = choice
  const { tools } = request
  if (tools?.length) {
    if (tools.some(hasNull)) request.tools = { tools, ...source?.exact('tools') }.tools.map(withoutNulls)
    return
  }
  delete request.tools
  if ('functions' in request) return
  delete request.parallel_tool_calls
  if (choice === 'auto' || choice === 'none') delete request.tool_choice
}

type Tool = NonNullable<ChatRequest['tools']>[number]

function hasNull(tool: Tool): boolean {
  return isRecord(tool.function) && Object.values(tool.function).includes(null)
}

function withoutNulls(tool: Tool): Tool {
  if (!isRecord(tool.function)) return tool
  const given = Object.entries(tool.function).filter(([, value]) => value !== null)
  return Object.assign({}, tool, { function: Object.fromEntries(given) })
}

function toolChoiceOf(choice: ChatRequest['tool_choice']): ChatRequest['tool_choice'] {
  if (choice === 'any') return 'required'
  if (!isRecord(choice)) return choice
  const { type, name } = choice
  if (type === 'none' || type === 'auto' || type === 'required') return type
  if (type === 'any') return 'required'
  const isNamed = (type === 'tool' || type === 'function') && typeof name === 'string'
  return isNamed && !isRecord(choice.function) ? { type: 'function', function: { name } } : choice
}

type Call = NonNullable<Extract<Message, { role: 'assistant' }>['tool_calls']>[number]

/** `content` is null beside calls; other members that say nothing are not known everywhere. */
function isUntidy(message: Message): boolean {
  for (const name in message) if (saysNothing(name, message[name])) return true
  if (message.role === 'tool') return isEmpty(message.content)
  if (message.role !== 'assistant') return false
  const { content, tool_calls: calls } = message
  if (calls?.length) return Array.isArray(content) ? content.length === 0 : calls.some(isUntidyCall)
  return isEmpty(content) && !hasOtherContent(message)
}

function saysNothing(name: string, value: unknown): boolean {
  if (name === 'content') return false
  return value === null || ((name === 'tool_calls' || name === 'annotations') && isEmptyList(value))
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function isEmpty(content: unknown): boolean {
  return content == null || isEmptyList(content)
}

function hasOtherContent({ refusal, audio, function_call }: Message): boolean {
  return refusal != null || audio != null || function_call != null
}

function isUntidyCall(call: Call): boolean {
  return (
    'index' in call || (call.type !== 'custom' && typeof argumentsOf(call) !== 'string') || call.type == null
  )
}

function argumentsOf(call: Call): unknown {
  return isRecord(call.function) ? call.function.arguments : undefined
}

function tidyMessage(message: Message): Message {
  const tidy: Message = { ...message }
  for (const name in tidy) if (saysNothing(name, tidy[name])) delete tidy[name]
  if (tidy.role === 'tool' && isEmpty(tidy.content)) tidy.content = ''
  if (tidy.role !== 'assistant') return tidy
  if (isEmpty(tidy.content)) tidy.content = tidy.tool_calls || hasOtherContent(tidy) ? null : ''
  if (tidy.tool_calls?.some(isUntidyCall)) tidy.tool_calls = tidy.tool_calls.map(tidyCall)
  return tidy
}

/** A streamed call keeps its place in the stream; some clients hold arguments as an object. */
function tidyCall({ index: _place, ...call }: Call): Call {
  if (call.type === 'custom') return call
  const given = call.function.arguments ?? '{}'
  const text = typeof given === 'string' ? given : JSON.stringify(given)
  return { ...call, type: 'function', function: { ...call.function, arguments: text } }
}
