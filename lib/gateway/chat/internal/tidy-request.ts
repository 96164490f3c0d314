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
  const changes: Fields = {}
  const set = (name: string, value: unknown) => {
    if (value !== given[name]) changes[name] = value
  }
  for (const name in given)
    if (given[name] === null || (name.startsWith('max_') && Number(given[name]) < 1)) set(name, undefined)
  if (!given.stream) set('stream_options', undefined)
  const { stop } = given
  if (Array.isArray(stop) && stop.some(isNoStop))
    set(
      'stop',
      stop.filter((one) => !isNoStop(one)),
    )
  if (stop !== undefined && isNoStop(stop)) set('stop', undefined)
  set('messages', tidyList(given, 'messages', tidyMessage, source))
  const hasTools = !!given.tools?.length
  set('tools', hasTools ? tidyList(given, 'tools', tidyTool, source) : undefined)
  // Without tools there is nothing to choose, and no calls to make at once.
  const isIdle = !hasTools && given.functions == null
  if (isIdle) set('parallel_tool_calls', undefined)
  const choice = toolChoiceOf(given.tool_choice ?? undefined)
  set('tool_choice', isIdle && /^(?:auto|none)$/.test(String(choice)) ? undefined : choice)
  return Object.keys(changes).length === 0 ? given : changed(given, changes)
}

function changed(given: ChatRequest, changes: Fields): ChatRequest {
  const request = { ...given, ...changes }
  for (const name in changes) if (changes[name] === undefined) delete request[name]
  return request
}

function isNoStop(stop: string | string[] | null): boolean {
  return stop === null || stop === '' || (Array.isArray(stop) && stop.every(isNoStop))
}

function tidyList(
  request: ChatRequest,
  name: 'messages' | 'tools',
  tidy: (one: Fields) => Fields,
  source: JsonSource | undefined,
): unknown {
  const list = request[name] ?? undefined
  if (list === undefined || list.every((one) => tidy(one) === one)) return list
  const exact: Fields = { [name]: list, ...source?.exact(name) }
  return [exact[name]].flat().map((one) => (isRecord(one) ? tidy(one) : one))
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
