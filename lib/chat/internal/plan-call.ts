import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { JsonSource } from '@/lib/platform/json-source'
import { countInTurns } from '@/lib/platform/tokens/count-in-turns'
import { refuseWhileResting } from '@/lib/routing/refuse-while-resting'
import { type ResolvedRoute, resolveRoutes } from '@/lib/routing/resolve-routes'
import type { RouteRequest } from '@/lib/routing/schema'
import type { ChatCall, RequestOrigin } from '@/lib/upstream/contract/chat-model'
import { promptTokenCounts } from '@/lib/upstream/prompt-token-counts'
import type { ChatRequest } from '../schema'
import { boundPromptTokens } from './bound-prompt-tokens'
import { pricedOptionsOf } from './priced-options'
import { requestParameters } from './request-parameters'
import { worstCaseOf } from './worst-case-of'

/** What will be sent, where it may be sent, and the most it can cost. */
export type CallPlan = {
  /** In the order in which they are tried. */
  routes: readonly ResolvedRoute[]
  callFor(route: ResolvedRoute): Pick<ChatCall, 'request' | 'origin'>
  /** Nothing will be sent any more: the caller's bytes need not be kept. */
  releaseBody(): void
  worstCaseNanos: bigint
}

/**
 * Throws what routing refuses, 400 for a conversation that is too long, 429 while every upstream asks to wait. `bytes` is
 * the request as it came, where it came in this format.
 */
export async function planCall(caller: Caller, request: ChatRequest, bytes?: Buffer): Promise<CallPlan> {
  let origin = bytes && originOf(bytes, request)
  const { routes: possible } = resolveRoutes(caller, routeRequestOf(request))
  const bound = boundPromptTokens(request)
  const isTight = (route: ResolvedRoute) => !isRoomy(route, bound + untoldTokens(request, route))
  const counted = possible.some(isTight) ? await countPrompt(possible, request) : undefined
  const routes = counted === undefined ? possible : roomyRoutes(possible, bound, counted)
  refuseWhileResting(routes)
  const outputs = new Map(routes.map((route) => [route, boundOutput(request, route, bound, counted)]))
  const costAt = worstCaseOf(request)
  let worstCaseNanos = 0n
  for (const [{ price }, { most }] of outputs) {
    const cost = costAt(price, { promptTokens: bound, completionTokens: most * (request.n ?? 1) })
    if (cost > worstCaseNanos) worstCaseNanos = cost
  }
  const build = requestBuilder(request)
  return {
    routes,
    callFor: (route) => ({ request: build(route, outputs.get(route)?.told), origin }),
    releaseBody: () => {
      origin = undefined
    },
    worstCaseNanos,
  }
}

/** Readers of JSON differ in which of two members of one name they take: an upstream might see another model or prompt. */
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
    options: pricedOptionsOf(request),
  }
}

function searches({ web_search, enable_search }: ChatRequest): boolean {
  return web_search === true || enable_search === true
}

function isRoomy({ contextLength }: ResolvedRoute, tokens: number): boolean {
  return contextLength === null || tokens <= contextLength
}

/** Counted exactly, or until it is far more than any of the routes takes. */
function countPrompt(routes: readonly ResolvedRoute[], request: ChatRequest): Promise<number> {
  return countInTurns(promptTokenCounts(request), 2 * largestContext(routes))
}

function largestContext(routes: readonly ResolvedRoute[]): number {
  return Math.max(...routes.map(({ contextLength }) => contextLength ?? 0))
}

/** Routes whose context holds the conversation. */
function roomyRoutes(
  routes: readonly ResolvedRoute[],
  bound: number,
  counted: number,
): readonly ResolvedRoute[] {
  const roomy = routes.filter((route) => isRoomy(route, Math.min(bound, counted)))
  if (roomy.length > 0) return roomy
  const most = 2 * largestContext(routes)
  const size = counted > most ? `more than ${most}` : `about ${counted}`
  throw new AppError('context_length_exceeded', {
    param: 'messages',
    message: `The conversation has ${size} tokens; the model takes ${routes[0]?.contextLength}.`,
  })
}

const UNKNOWN_LIMIT_TOKENS = 8192

/** How long an answer may become where neither the caller nor the catalog says so. */
function untoldTokens(request: ChatRequest, { maxOutputTokens }: ResolvedRoute): number {
  return maxOutputTokens === null && askedTokens(request) === undefined ? UNKNOWN_LIMIT_TOKENS : 0
}

/** Of both limits the larger one: which of them an upstream keeps to is not known. */
function askedTokens({ max_tokens, max_completion_tokens }: ChatRequest): number | undefined {
  const asked = Math.max(max_tokens ?? 0, max_completion_tokens ?? 0)
  return asked === 0 ? undefined : asked
}

/**
 * The most tokens that one choice can have: what the caller allows, at most what the model writes, and never more than its
 * context. Where nobody says, the upstream is told (`told`), so that no answer becomes longer than its hold covers.
 */
function boundOutput(
  request: ChatRequest,
  route: ResolvedRoute,
  bound: number,
  counted: number | undefined,
): { most: number; told?: number } {
  const { contextLength, maxOutputTokens } = route
  const untold = untoldTokens(request, route)
  if (untold > 0) {
    const told = Math.min(untold, roomFor(contextLength, bound, counted))
    return { most: told, told }
  }
  const asked = askedTokens(request) ?? Number.POSITIVE_INFINITY
  return { most: Math.min(asked, maxOutputTokens ?? asked, contextLength ?? asked) }
}

/** What a context surely has left for an answer: upstreams refuse a limit that does not fit, and count a little differently. */
function roomFor(contextLength: number | null, bound: number, counted: number | undefined): number {
  if (contextLength === null) return Number.POSITIVE_INFINITY
  if (counted === undefined || bound < counted) return Math.max(contextLength - bound, 1)
  const left = contextLength - counted
  return Math.max(left - Math.ceil(counted / 8), Math.ceil(left / 2), 1)
}

/** What the upstream is not told, or in its own words. */
const OWN_FIELDS = ['models', 'provider', 'web_search', 'enable_search', 'max_searches'] as const

/**
 * The caller's request with the gateway's own fields taken out and the upstream's name for the model put in. `limit` is the
 * longest answer where the caller names none.
 */
function requestBuilder(
  request: ChatRequest,
): (route: ResolvedRoute, limit: number | undefined) => Record<string, unknown> {
  const { max_searches } = request
  const isSearching = searches(request)
  return (route, limit) => {
    const max_tokens = request.max_tokens ?? limit
    const sent: Record<string, unknown> = { ...request, model: route.upstreamId }
    for (const name of OWN_FIELDS) if (name in sent) delete sent[name]
    if (max_tokens == null || isOutputLimitRenamed(route)) delete sent.max_tokens
    else sent.max_tokens = max_tokens
    if (max_tokens != null && isOutputLimitRenamed(route)) sent.max_completion_tokens ??= max_tokens
    if (isSearching) sent.web_search = true
    if (isSearching && max_searches != null) sent.max_searches = max_searches
    // Usage is always asked for, so that it is always metered; the client sees it only if it asked too.
    if (request.stream) sent.stream_options = { ...request.stream_options, include_usage: true }
    return sent
  }
}

/** Reasoning models of OpenAI refuse `max_tokens` and take `max_completion_tokens`; most others know only the former. */
function isOutputLimitRenamed({ supportedParameters: names }: ResolvedRoute): boolean {
  return names.includes('max_completion_tokens') && !names.includes('max_tokens')
}
