import { limitsOf } from '@/lib/gateway/calls/limits'
import { Conversation } from '@/lib/gateway/routing/conversation'
import { resolveRoutes } from '@/lib/gateway/routing/resolve-routes'
import { refuseWhileResting } from '@/lib/gateway/routing/route-health'
import type { ResolvedRoute, RouteOption, RouteRequest } from '@/lib/gateway/routing/schema'
import { BATCH_TIER } from '@/lib/money/prices/rates'
import type { CallLimit } from '@/lib/platform/call-limits'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { isRecord } from '@/lib/platform/json'
import type { JsonSource } from '@/lib/platform/json-source'
import { EXACT_CHARACTERS } from '@/lib/platform/tokens'
import { CLIENT_TOOL, type RequestOrigin } from '@/lib/upstream/contract/chat-model'
import { boundPromptTokens, countPromptTokens } from '@/lib/upstream/prompt-tokens'
import type { ChatRequest } from '../schema'
import { tidyRequest } from './tidy-request'
import { requestsAudio, searchOptionsOf, tierAsked } from './usage'

/** A call as planned: the request, its routes, and its length. */
export type CallPlan = {
  /** Tidied (`tidyRequest`). */
  readonly request: ChatRequest
  /** In the order in which they are tried. */
  readonly routes: readonly ResolvedRoute[]
  readonly conversation: Conversation
  /** Of tokens and of requests at once; those of the requested model, whichever serves it. */
  readonly limits: readonly CallLimit[] | undefined
  /** The request as it was received. */
  readonly origin: RequestOrigin | undefined
  /** An upper bound for the prompt's tokens, by any tokenizer. */
  readonly bound: number
  /** The prompt's tokens as counted here, if that was necessary. */
  readonly counted: number | undefined
  /** Whether the conversation may be too long for a route. If so, `fitted` counts it. */
  readonly isTight: boolean
}

/**
 * Throws routing's errors, and 429 while every upstream asks to wait. `source` is the request as received, if it was received
 * in this format; `session` is the ID of its session in the headers.
 */
export function planCall(
  caller: Caller,
  given: ChatRequest,
  source?: JsonSource,
  session?: string | undefined,
): CallPlan {
  const origin = source && originOf(source, given)
  const request = tidyRequest(given, origin?.source)
  const conversation = new Conversation(caller.customerId, request, session)
  const { model, routes } = resolveRoutes(caller, routeRequestOf(request, conversation))
  const bound = boundPromptTokens(request)
  refuseWhileResting(routes)
  const isTight = routes.some((route) => !isRoomy(route, bound + assumedTokens(request, route)))
  const limits = limitsOf(caller, model)
  return { request, routes, conversation, limits, origin, bound, counted: undefined, isTight }
}

/** The plan with the routes that the conversation fits in; it is counted if it may be too long. Throws 400 if it fits in none. */
export function fitted(plan: CallPlan): CallPlan {
  const { request, bound, isTight } = plan
  if (!isTight) return plan
  const counted = Math.min(countPromptTokens(request), bound)
  const routes = roomyRoutes(plan.routes, bound > EXACT_CHARACTERS ? counted / ESTIMATE_SLACK : counted)
  return { ...plan, counted, isTight: false, routes }
}

/** Refuses repeated members: parsers differ in which one they use, so an upstream could see another model or prompt. */
function originOf(source: JsonSource, read: ChatRequest): RequestOrigin {
  const param = source.repeatedName()
  if (param !== undefined)
    throw new AppError('invalid_parameter', { param, message: `${param} appears more than once.` })
  return { source, read }
}

function routeRequestOf(request: ChatRequest, conversation: Conversation): RouteRequest {
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
    conversation,
  }
}

/** Whether the request uses `functions`, the form before `tools`, and expects `function_call`. */
export function isLegacy({ functions }: ChatRequest): boolean {
  return Array.isArray(functions) && functions.length > 0
}

export function searches({ web_search, enable_search }: ChatRequest): boolean {
  return web_search === true || enable_search === true
}

function isRoomy({ contextLength }: ResolvedRoute, tokens: number): boolean {
  return contextLength === null || tokens <= contextLength
}

/** Estimates of long texts are off by a few percent. Within that margin the upstream decides. */
const ESTIMATE_SLACK = 1.05

/** The routes whose context the conversation fits in. */
function roomyRoutes(routes: readonly ResolvedRoute[], tokens: number): readonly ResolvedRoute[] {
  const roomy = routes.filter((route) => isRoomy(route, tokens))
  if (roomy.length > 0) return roomy
  throw new AppError('context_length_exceeded', {
    param: 'messages',
    message: `The conversation has about ${Math.ceil(tokens)} tokens; the model accepts at most ${routes[0]?.contextLength}.`,
  })
}

const UNKNOWN_LIMIT_TOKENS = 8192

/** The length of an answer that is assumed if neither the caller nor the catalog limits it; 0 if one does. */
export function assumedTokens(request: ChatRequest, { maxOutputTokens }: ResolvedRoute): number {
  return maxOutputTokens === null && askedTokens(request) === undefined ? UNKNOWN_LIMIT_TOKENS : 0
}

/** The larger of both limits, since either may be the one that an upstream uses. */
export function askedTokens({ max_tokens, max_completion_tokens }: ChatRequest): number | undefined {
  const asked = Math.max(max_tokens ?? 0, max_completion_tokens ?? 0)
  return asked === 0 ? undefined : asked
}

/** The limit that is sent for an answer without one, so it cannot cost more than its hold. */
export function imposedLimit(
  { request, bound, counted }: CallPlan,
  route: ResolvedRoute,
): number | undefined {
  const assumed = assumedTokens(request, route)
  return assumed > 0 ? Math.min(assumed, roomFor(route.contextLength, bound, counted)) : undefined
}

/** What is sure to be left of a context for the answer: upstreams count differently, and reject a limit that does not fit. */
function roomFor(contextLength: number | null, bound: number, counted: number | undefined): number {
  if (contextLength === null) return Number.POSITIVE_INFINITY
  if (counted === undefined) return Math.max(contextLength - bound, 1)
  const left = contextLength - counted
  return Math.max(left - Math.ceil(counted / 8), Math.ceil(left / 2), 1)
}

/** Fields that every model accepts, and our own. Web search is a separate filter of routes. */
const notParameters: readonly string[] = [
  'model',
  'models',
  'provider',
  'messages',
  'stream',
  'stream_options',
  'usage',
  'user',
  'session_id',
  'web_search',
  'enable_search',
  'max_searches',
  'cache_control',
]

/** The parameters that a request sets, by their names in the catalog. */
function requestParameters(request: ChatRequest): string[] {
  const given = Object.entries(request).filter(([, value]) => value != null)
  return given.map(([name]) => name).filter((name) => !notParameters.includes(name))
}

/**
 * Options that vendors bill separately, and tools that only one vendor's models support. Only routes that have a price for the
 * option, or are that vendor's, are used; without any, the request is refused with the option's name. Options that no route
 * supports are always refused.
 */
function routeOptionsOf(request: ChatRequest): RouteOption[] {
  refuseStored(request)
  const options = searchOptionsOf(request).map(
    (param): RouteOption => ({ param, isServedBy: isSearchPricedAt }),
  )
  if (requestsAudio(request))
    options.unshift({ param: 'modalities', isServedBy: ({ price }) => price.audioOutput !== null })
  const tier = tierAsked(request)
  // The lines of a batch alone are billed in its tier: no upstream serves it to a request.
  if (tier !== null)
    options.unshift({
      param: 'service_tier',
      isServedBy: ({ price }) => tier !== BATCH_TIER && price.serviceTiers.has(tier),
    })
  return [...options, ...clientToolsOf(request)]
}

function clientToolsOf({ tools }: ChatRequest): RouteOption[] {
  return (tools ?? []).flatMap(({ type }, index) =>
    type != null && CLIENT_TOOL.test(type)
      ? {
          param: `tools[${index}].type`,
          isServedBy: ({ target }) => target.sdk === 'anthropic',
          refusal: `does not support tools of type "${type}": only Anthropic’s own API does. Define a function instead`,
        }
      : [],
  )
}

/** An upstream with its own switch for web search ignores the vendor's option. */
const isSearchPricedAt: RouteOption['isServedBy'] = ({ price, target }) =>
  price.webSearch !== null && target.webSearch !== 'enable_search' && target.webSearch !== 'tools'

function refuseStored({ store, messages }: ChatRequest): void {
  if (store === true) throw unsupported('store', 'chat completions are not stored')
  for (const [at, { content }] of messages.entries()) {
    if (!Array.isArray(content)) continue
    const index = content.findIndex(
      (part) => isRecord(part) && isRecord(part.file) && part.file.file_id != null,
    )
    if (index >= 0)
      throw unsupported(`messages[${at}].content[${index}].file.file_id`, 'send the bytes as file_data')
  }
}

function unsupported(param: string, why: string): AppError {
  return new AppError('unsupported_parameter', { param, message: `${param} is not supported: ${why}.` })
}
