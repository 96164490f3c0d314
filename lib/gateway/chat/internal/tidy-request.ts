import { isRecord, omit } from '@/lib/platform/json'
import type { JsonSource } from '@/lib/platform/json-source'
import type { ChatRequest } from '../schema'

type Fields = Record<string, unknown>

/**
 * A request as strict upstreams take it, whose meaning is the same: what is null or empty is left out, an answer sent back as an
 * SDK holds it has what chat completions know, and choices of tools are in OpenAI's words. What is right stays the same value, so
 * that its bytes go on; what is written anew has the numbers of `source`.
 */
export function tidyRequest(given: ChatRequest, source?: JsonSource): ChatRequest {
  const request = { ...given }
  const isNoLimit = (name: string) => name.startsWith('max_') && Number(request[name]) < 1
  for (const name in request) if (request[name] === null || isNoLimit(name)) delete request[name]
  if (!request.stream) delete request.stream_options
  if (request.stop !== undefined && isNoStop(request.stop)) delete request.stop
  else if (Array.isArray(request.stop) && request.stop.some(isNoStop))
    request.stop = request.stop.filter((one) => !isNoStop(one))
  tidyList(request, 'messages', tidyMessage, source)
  tidyList(request, 'tools', tidyTool, source)
  request.tool_choice = toolChoiceOf(request.tool_choice)
  // Without tools there is nothing to choose, and no calls to make at once.
  const isIdle = !request.tools?.length && !('functions' in request)
  if (!request.tools?.length) delete request.tools
  if (isIdle) delete request.parallel_tool_calls
  if (request.tool_choice === undefined || (isIdle && /^(?:auto|none)$/.test(String(request.tool_choice))))
    delete request.tool_choice
  const names = Object.keys(request)
  const isSame =
    names.length === Object.keys(given).length && names.every((name) => request[name] === given[name])
  return isSame ? given : request
}

function isNoStop(stop: string | string[] | null): boolean {
  return stop === null || stop === '' || (Array.isArray(stop) && stop.every(isNoStop))
}

function tidyList<Name extends 'messages' | 'tools'>(
  request: ChatRequest,
  name: Name,
  tidy: (one: Fields) => Fields,
  source: JsonSource | undefined,
): void {
  const list = request[name] ?? []
  if (list.every((one) => tidy(one) === one)) return
  const exact: Fields = { [name]: list, ...source?.exact(name) }
  Object.assign(request, { [name]: [exact[name]].flat().map((one) => (isRecord(one) ? tidy(one) : one)) })
}

function isEmpty(value: unknown): boolean {
  return value == null || (Array.isArray(value) && value.length === 0)
}

/** Beside calls `content` may be null. */
function tidyMessage(given: Fields): Fields {
  const message = omit(given, (name, value) =>
    name === 'tool_calls' || name === 'annotations' ? isEmpty(value) : value === null && name !== 'content',
  )
  const { role, content, tool_calls: calls, refusal, audio, function_call } = message
  if (role === 'tool') return isEmpty(content) ? { ...message, content: '' } : message
  if (role !== 'assistant') return message
  if (!Array.isArray(calls))
    return isEmpty(content) && isEmpty(refusal ?? audio ?? function_call)
      ? { ...message, content: '' }
      : message
  const tidied = calls.map(tidyCall)
  const isTidy = tidied.every((call, at) => call === calls[at]) && (content == null || !isEmpty(content))
  return isTidy ? message : { ...message, content: isEmpty(content) ? null : content, tool_calls: tidied }
}

/** A streamed call has its place in the stream; some clients hold arguments as an object. */
function tidyCall(call: Fields): Fields {
  if (!isRecord(call.function)) return call
  const { arguments: given } = call.function
  if (call.type === 'function' && typeof given === 'string' && !('index' in call)) return call
  const text = typeof given === 'string' ? given : JSON.stringify(given ?? {})
  const rest = omit(call, (name) => name === 'index')
  return { ...rest, type: 'function', function: { ...call.function, arguments: text } }
}

function tidyTool(tool: Fields): Fields {
  if (!isRecord(tool.function)) return tool
  const described = omit(tool.function, (_name, value) => value === null)
  return described === tool.function ? tool : { ...tool, function: described }
}

/** Anthropic's and Responses' words in OpenAI's. */
function toolChoiceOf(choice: ChatRequest['tool_choice']): ChatRequest['tool_choice'] {
  const word = isRecord(choice) ? choice.type : choice
  if (word === 'any') return 'required'
  if (word === 'none' || word === 'auto' || word === 'required') return word
  const isNamed = isRecord(choice) && (word === 'tool' || word === 'function') && !isRecord(choice.function)
  return isNamed ? { type: 'function', function: { name: String(choice.name) } } : choice
}
