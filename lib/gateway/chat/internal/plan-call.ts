import { type ResolvedRoute, resolveRoutes } from '@/lib/gateway/routing/resolve-routes'
import { refuseWhileResting, thresholdOf } from '@/lib/gateway/routing/route-health'
import type { RouteOption, RouteRequest } from '@/lib/gateway/routing/schema'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { isRecord, omit } from '@/lib/platform/json'
import { JsonSource } from '@/lib/platform/json-source'
import { EXACT_CHARACTERS } from '@/lib/platform/tokens'
import { CLIENT_TOOL, type RequestOrigin } from '@/lib/upstream/contract/chat-model'
import { boundPromptTokens, countPromptTokens, tokenizerError } from '@/lib/upstream/prompt-tokens'
import type { ChatRequest } from '../schema'
import { searchOptionsOf, tierAsked } from './usage'

/** What a call asks for, where it may go, and how long it is. */
export type CallPlan = {
  /** Tidied (`tidyRequest`). */
  readonly request: ChatRequest
  /** In the order in which they are tried. */
  readonly routes: readonly ResolvedRoute[]
  /** The request as received. */
  readonly origin: RequestOrigin | undefined
  /** More tokens than its prompt has by anybody's count. */
  readonly bound: number
  /** As many as we count, where that was needed. */
  readonly counted: number | undefined
  /** The conversation may be too long for a route: `fitted` counts it. */
  readonly isTight: boolean
}

/**
 * Throws routing's refusals, and 429 while every upstream asks to wait. `bytes` is the request as received, where it
 * was received in this format.
 */
export function planCall(caller: Caller, given: ChatRequest, bytes?: Buffer): CallPlan {
  const origin = bytes && originOf(bytes, given)
  const request = tidyRequest(given, origin?.source)
  const { routes } = resolveRoutes(caller, routeRequestOf(request))
  const bound = boundPromptTokens(request)
  refuseWhileResting(routes)
  const isTight = routes.some(
    (route) => !isRoomy(route, bound + assumedTokens(request, route)) || bound > thresholdOf(route),
  )
  return { request, routes, origin, bound, counted: undefined, isTight }
}

/** The plan with the routes that can hold the conversation, which is counted where it may be too long. Throws 400 where none can. */
export function fitted(plan: CallPlan): CallPlan {
  const { request, bound, isTight } = plan
  if (!isTight) return plan
  const counted = Math.min(countPromptTokens(request), bound)
  const roomy = roomyRoutes(plan.routes, bound > EXACT_CHARACTERS ? counted / ESTIMATE_SLACK : counted)
  return { ...plan, counted, isTight: false, routes: plainlyPricedRoutes(roomy, counted, bound) }
}

/** JSON parsers differ in which of two members of one name they use: an upstream might see another model or prompt. */
function originOf(bytes: Buffer, read: ChatRequest): RequestOrigin {
  const source = new JsonSource(bytes)
  const param = source.repeatedName()
  if (param !== undefined)
    throw new AppError('invalid_parameter', { param, message: `${param} is given more than once.` })
  return { source, read }
}

type Fields = Record<string, unknown>

/**
 * A request as strict upstreams take it, whose meaning is the same: what is null or empty is left out, an answer sent back as an
 * SDK holds it has what chat completions know, and choices of tools are in OpenAI's words. What is right stays the same value, so
 * that its bytes go on; what is written anew has the numbers of `source`.
 */
function tidyRequest(given: ChatRequest, source?: JsonSource): ChatRequest {
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

function routeRequestOf(request: ChatRequest): RouteRequest {
  const { model, models, provider } = request
  const parameters = provider?.require_parameters ? requestParameters(request) : undefined
  return {
    model: model ?? undefined,
    modality: 'chat',
    models,
    provider,
    parameters,
    webSearch: searches(request),
    options: routeOptionsOf(request),
  }
}

/** It describes functions as they were before tools, and expects `function_call`. */
export function isLegacy({ functions }: ChatRequest): boolean {
  return Array.isArray(functions) && functions.length > 0
}

export function asksForSound({ modalities }: ChatRequest): boolean {
  return modalities?.includes('audio') ?? false
}

export function searches({ web_search, enable_search }: ChatRequest): boolean {
  return web_search === true || enable_search === true
}

function isRoomy({ contextLength }: ResolvedRoute, tokens: number): boolean {
  return contextLength === null || tokens <= contextLength
}

/** Estimates of long texts are off by a few percent; within that an upstream decides whether it holds the conversation. */
const ESTIMATE_SLACK = 1.05

/** Routes whose context holds the conversation. */
function roomyRoutes(routes: readonly ResolvedRoute[], tokens: number): readonly ResolvedRoute[] {
  const roomy = routes.filter((route) => isRoomy(route, tokens))
  if (roomy.length > 0) return roomy
  throw new AppError('context_length_exceeded', {
    param: 'messages',
    message: `The conversation has about ${Math.ceil(tokens)} tokens; the model takes ${routes[0]?.contextLength}.`,
  })
}

/**
 * Routes whose provider surely bills a prompt, of about `counted` tokens, at the route's price. No tokenizer counts more
 * than `bound`. Throws `context_length_exceeded` where there is none.
 */
function plainlyPricedRoutes(
  routes: readonly ResolvedRoute[],
  counted: number,
  bound: number,
): readonly ResolvedRoute[] {
  const mostOf = ({ modelId }: ResolvedRoute) => counted * (1 + tokenizerError(modelId))
  const plain = routes.filter((route) => Math.min(mostOf(route), bound) <= thresholdOf(route))
  const [first] = routes
  if (plain.length > 0 || first === undefined) return plain
  const accepted = Math.floor(thresholdOf(first) / (1 + tokenizerError(first.modelId)))
  throw new AppError('context_length_exceeded', {
    param: 'messages',
    message: `The conversation has about ${counted} tokens; at most ${accepted} are accepted. The provider charges more for a prompt of over ${thresholdOf(first)} tokens by its own count, which may be higher.`,
  })
}

const UNKNOWN_LIMIT_TOKENS = 8192

/** How long an answer may become where neither the caller nor the catalog says so. */
export function assumedTokens(request: ChatRequest, { maxOutputTokens }: ResolvedRoute): number {
  return maxOutputTokens === null && askedTokens(request) === undefined ? UNKNOWN_LIMIT_TOKENS : 0
}

/** The larger of both limits: which of them an upstream keeps to is not known. */
export function askedTokens({ max_tokens, max_completion_tokens }: ChatRequest): number | undefined {
  const asked = Math.max(max_tokens ?? 0, max_completion_tokens ?? 0)
  return asked === 0 ? undefined : asked
}

/** Limits an answer without a limit, so that none becomes longer than its hold covers. */
export function imposedLimit(
  { request, bound, counted }: CallPlan,
  route: ResolvedRoute,
): number | undefined {
  const assumed = assumedTokens(request, route)
  return assumed > 0 ? Math.min(assumed, roomFor(route.contextLength, bound, counted)) : undefined
}

/** What a context surely has left for an answer: upstreams reject a limit that does not fit, and count a little differently. */
function roomFor(contextLength: number | null, bound: number, counted: number | undefined): number {
  if (contextLength === null) return Number.POSITIVE_INFINITY
  if (counted === undefined) return Math.max(contextLength - bound, 1)
  const left = contextLength - counted
  return Math.max(left - Math.ceil(counted / 8), Math.ceil(left / 2), 1)
}

/** Fields that every model accepts, and ours. Routes are chosen for web search separately. */
const notParameters: readonly string[] = [
  'model',
  'models',
  'provider',
  'messages',
  'stream',
  'stream_options',
  'usage',
  'user',
  'web_search',
  'enable_search',
  'max_searches',
  'cache_control',
]

/** The parameters that a request sets, by the names that the catalog has for them. */
function requestParameters(request: ChatRequest): string[] {
  const given = Object.entries(request).filter(([, value]) => value != null)
  return given.map(([name]) => name).filter((name) => !notParameters.includes(name))
}

/**
 * Options that vendors bill separately, and tools that one vendor's models alone know. One is accepted where a route
 * has a price for it, or is that vendor's; only such routes are used, and where there is none the request is refused,
 * naming it. What no route can serve yet is always refused.
 */
function routeOptionsOf(request: ChatRequest): RouteOption[] {
  refuseStored(request)
  const options = searchOptionsOf(request).map(
    (param): RouteOption => ({ param, isServedBy: isSearchPricedAt }),
  )
  if (asksForSound(request))
    options.unshift({ param: 'modalities', isServedBy: ({ price }) => price.audioOutput !== null })
  const tier = tierAsked(request)
  if (tier !== null)
    options.unshift({ param: 'service_tier', isServedBy: ({ price }) => price.serviceTiers.has(tier) })
  return [...options, ...clientToolsOf(request)]
}

function clientToolsOf({ tools }: ChatRequest): RouteOption[] {
  return (tools ?? []).flatMap(({ type }, index) =>
    CLIENT_TOOL.test(type)
      ? {
          param: `tools[${index}].type`,
          isServedBy: ({ target }) => target.sdk === 'anthropic',
          refusal: `knows no tools of the type "${type}": only Anthropic’s own API does. Describe a function instead`,
        }
      : [],
  )
}

/** An upstream with its own switch for searching would not read the vendor's. */
const isSearchPricedAt: RouteOption['isServedBy'] = ({ price, target }) =>
  price.webSearch !== null && target.webSearch !== 'enable_search' && target.webSearch !== 'tools'

function refuseStored({ store, messages }: ChatRequest): void {
  if (store === true) throw unsupported('store', 'no chat completions are kept here')
  for (const [at, { content }] of messages.entries()) {
    if (!Array.isArray(content)) continue
    const index = content.findIndex((part) => part.type === 'file' && part.file.file_id != null)
    if (index >= 0)
      throw unsupported(
        `messages[${at}].content[${index}].file.file_id`,
        'no files are kept here; send file_data',
      )
  }
}

function unsupported(param: string, why: string): AppError {
  return new AppError('unsupported_parameter', { param, message: `${param} cannot be served: ${why}.` })
}
