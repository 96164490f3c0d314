import { isRecord, omit, parseJson } from '@/lib/platform/json'
import type { JsonSource } from '@/lib/platform/json-source'
import type { ChatRequest } from '../schema'
import { translateContent } from './foreign-content'

type Fields = Record<string, unknown>

/**
 * The same request in the form that strict upstreams accept: null and empty fields are left out, answers that SDKs send back
 * have only fields of chat completions, and contents, tools and tool choices are in OpenAI's format. Unchanged values keep their
 * identity, so their bytes are passed on; changed ones keep the exact numbers of `source`.
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
  // Strict upstreams refuse these fields without tools.
  const hasNoTools = !hasTools && given.functions == null
  if (hasNoTools) set('parallel_tool_calls', undefined)
  const choice = toolChoiceOf(given.tool_choice ?? undefined)
  set('tool_choice', hasNoTools && (choice === 'auto' || choice === 'none') ? undefined : choice)
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
  tidy: (one: Fields) => Fields | Fields[],
  source: JsonSource | undefined,
): unknown {
  const list = request[name] ?? undefined
  if (list === undefined || list.every((one) => tidy(one) === one)) return list
  const exact: Fields = { [name]: list, ...source?.exact(name) }
  return [exact[name]].flat().flatMap((one) => (isRecord(one) ? tidy(one) : one))
}

function isEmpty(value: unknown): boolean {
  return value == null || (Array.isArray(value) && value.length === 0)
}

function tidyMessage(given: Fields): Fields | Fields[] {
  const translated = translateContent(given)
  return Array.isArray(translated) ? translated.map(tidyPlain) : tidyPlain(translated)
}

/** With tool calls, `content` may be null. */
function tidyPlain(given: Fields): Fields {
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

/** Clients send back calls with the `index` of a stream, or with arguments as an object. */
function tidyCall(call: Fields): Fields {
  if (!isRecord(call.function)) return call
  const { arguments: given } = call.function
  const text = argumentsOf(given)
  if (call.type === 'function' && text === given && !('index' in call)) return call
  const rest = omit(call, (name) => name === 'index')
  return { ...rest, type: 'function', function: { ...call.function, arguments: text } }
}

/** An object as JSON text. The arguments of an answer that was cut off, which agents keep too, become a member of one. */
function argumentsOf(given: unknown): string {
  if (typeof given !== 'string') return JSON.stringify(given ?? {})
  if (isRecord(parseJson(given))) return given
  return given.trim() === '' ? '{}' : JSON.stringify({ arguments: given })
}

function tidyTool(given: Fields): Fields {
  const tool = nestedTool(given)
  if (!isRecord(tool.function)) return tool
  const described = omit(tool.function, (_name, value) => value === null)
  return described === tool.function ? tool : { ...tool, function: described }
}

/** A tool in Responses' or Anthropic's format, or one without a type, as chat has it. */
function nestedTool(tool: Fields): Fields {
  const { type, name, description, format, strict, cache_control: mark } = tool
  if (isRecord(tool.function) && type == null) return { ...tool, type: 'function' }
  const isFlat = type == null || type === 'function' || type === 'custom'
  if (!isFlat || typeof name !== 'string' || isRecord(tool.function) || isRecord(tool.custom)) return tool
  const parameters = tool.parameters ?? tool.input_schema
  const marked = mark == null ? {} : { cache_control: mark }
  if (type !== 'custom' || parameters != null)
    return { type: 'function', function: present({ name, description, parameters, strict }), ...marked }
  return { type, custom: present({ name, description, format: nestedFormat(format) }), ...marked }
}

function nestedFormat(format: unknown): unknown {
  if (!isRecord(format) || format.type !== 'grammar' || isRecord(format.grammar)) return format
  const { type, ...grammar } = format
  return { type, grammar }
}

function present(fields: Fields): Fields {
  return omit(fields, (_name, value) => value == null)
}

/** Anthropic's and Responses' tool choices in OpenAI's format. */
function toolChoiceOf(choice: ChatRequest['tool_choice']): ChatRequest['tool_choice'] {
  const type = isRecord(choice) ? choice.type : choice
  if (type === 'any') return 'required'
  if (type === 'none' || type === 'auto' || type === 'required') return type
  if (!isRecord(choice) || isRecord(choice.function) || isRecord(choice.custom)) return choice
  const named = { name: String(choice.name) }
  if (type === 'custom') return { type, custom: named }
  return type === 'tool' || type === 'function' ? { type: 'function', function: named } : choice
}
