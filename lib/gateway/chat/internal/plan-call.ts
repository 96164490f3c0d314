import { plainlyPricedRoutes, thresholdOf } from '@/lib/gateway/routing/long-prompts'
import { type ResolvedRoute, resolveRoutes } from '@/lib/gateway/routing/resolve-routes'
import { refuseWhileResting } from '@/lib/gateway/routing/route-health'
import type { RouteOption, RouteRequest } from '@/lib/gateway/routing/schema'
import { type RouteCall, type Tried, tryRoutes } from '@/lib/gateway/routing/try-routes'
import type { Recount } from '@/lib/money/usage/counted-hold'
import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { JsonSource } from '@/lib/platform/json-source'
import { EXACT_CHARACTERS } from '@/lib/platform/tokens'
import { type ChatCall, CLIENT_TOOL, type RequestOrigin } from '@/lib/upstream/contract/chat-model'
import type { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { boundPromptTokens, countPromptTokens } from '@/lib/upstream/prompt-tokens'
import type { ChatRequest } from '../schema'
import { type Adjustment, adjustmentFor, knownAdjustments, rememberAdjustments } from './refused-fields'
import { tidyRequest } from './tidy-request'
import { searches, toUpstreamRequest } from './upstream-request'
import { searchOptionsOf, tierAsked } from './usage'
import { asksForSound, assumedTokens, recountOf, worstCase } from './worst-case'

/** What will be sent, where it may be sent, and the most it can cost. */
export type CallPlan = {
  /** Tidied (`tidyRequest`). */
  readonly request: ChatRequest
  /** In the order in which they are tried. */
  readonly routes: readonly ResolvedRoute[]
  /** Whether the conversation may be too long for a route, so that `fit` is needed. */
  isTight: boolean
  /** Counts the conversation and keeps the routes that can hold it. Throws 400 where none can. */
  fit(): void
  callFor(route: ResolvedRoute): Pick<ChatCall, 'request' | 'origin'>
  /** Asks one that refuses a field once more, otherwise, and remembers what it has answered then. */
  tryRoutes<Result>(signal: AbortSignal, call: RouteCall<Result>): Promise<Tried<Result>>
  /** Nothing will be sent any more: the caller's bytes need not be kept. */
  releaseBody(): void
  worstCaseNanos: bigint
  /** The same by a count, where that is refused. */
  recount: Recount
}

/**
 * Throws routing's refusals, and 429 while every upstream asks to wait. `bytes` is the request as received, where it
 * was received in this format.
 */
export function planCall(
  caller: Caller,
  given: ChatRequest,
  bytes?: Buffer,
  answerHeaders: Record<string, string> = {},
): CallPlan {
  let origin = bytes && originOf(bytes, given)
  const request = tidyRequest(given, origin?.source)
  const adjusted = new Map<string, ReadonlySet<Adjustment>>()
  let { routes } = resolveRoutes(caller, routeRequestOf(request))
  let counted: number | undefined
  const bound = boundPromptTokens(request)
  refuseWhileResting(routes)
  const adjustmentsOf = ({ routeId }: ResolvedRoute) => adjusted.get(routeId) ?? knownAdjustments(routeId)
  const callFor = (route: ResolvedRoute) => {
    const limit = imposedLimit(request, route, bound, counted)
    const terms = { limit, adjustments: adjustmentsOf(route), origin }
    const { sent, dropped } = toUpstreamRequest(request, route, terms)
    if (dropped.length > 0) answerHeaders[DROPPED] = dropped.join(', ')
    else delete answerHeaders[DROPPED]
    return { request: sent, origin }
  }
  const adjusts = (route: ResolvedRoute, error: UpstreamError) => {
    const made = adjustmentsOf(route)
    const isOwnFormat = route.target.adapter === 'openai-compatible' || route.target.adapter === 'ark'
    if (!isOwnFormat || made.size >= MOST_ADJUSTMENTS) return false
    const adjustment = adjustmentFor(error, callFor(route).request, made)
    if (adjustment !== undefined) adjusted.set(route.routeId, new Set([...made, adjustment]))
    return adjustment !== undefined
  }
  return {
    request,
    get routes() {
      return routes
    },
    isTight: routes.some(
      (route) => !isRoomy(route, bound + assumedTokens(request, route)) || bound > thresholdOf(route),
    ),
    fit() {
      counted = Math.min(countPromptTokens(request), bound)
      const roomy = roomyRoutes(routes, bound > EXACT_CHARACTERS ? counted / ESTIMATE_SLACK : counted)
      routes = plainlyPricedRoutes(roomy, counted, bound)
    },
    callFor,
    async tryRoutes(signal, call) {
      const tried = await tryRoutes(routes, signal, call, { adjusts })
      const { routeId } = tried.route
      const made = adjusted.get(routeId)
      if (tried.ok && made !== undefined) rememberAdjustments(routeId, made)
      return tried
    },
    releaseBody: () => {
      origin = undefined
    },
    worstCaseNanos: worstCase(request, routes, () => bound),
    recount: recountOf(request, routes, bound),
  }
}

/** Names what of the request a route's upstream does not know, and does not get. */
const DROPPED = 'x-portico-dropped-parameters'
/** Each costs the client the time of another call. */
const MOST_ADJUSTMENTS = 12

/** JSON parsers differ in which of two members of one name they use: an upstream might see another model or prompt. */
function originOf(bytes: Buffer, read: ChatRequest): RequestOrigin {
  const source = new JsonSource(bytes)
  const param = source.repeatedName()
  if (param !== undefined)
    throw new AppError('invalid_parameter', { param, message: `${param} is given more than once.` })
  return { source, read }
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

/** Limits an answer without a limit, so that none becomes longer than its hold covers. */
function imposedLimit(
  request: ChatRequest,
  route: ResolvedRoute,
  bound: number,
  counted: number | undefined,
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
