import type { Caller } from '@/lib/platform/caller'
import { AppError } from '@/lib/platform/errors'
import { countInTurns } from '@/lib/platform/tokens/count-in-turns'
import { refuseWhileResting } from '@/lib/routing/refuse-while-resting'
import { type ResolvedRoute, resolveRoutes } from '@/lib/routing/resolve-routes'
import type { RouteRequest } from '@/lib/routing/schema'
import { promptTokenCounts } from '@/lib/upstream/prompt-token-counts'
import type { ChatRequest } from '../schema'
import { boundPromptTokens } from './bound-prompt-tokens'
import { requestParameters } from './request-parameters'
import { worstCaseOf } from './worst-case-of'

/** What will be sent, where it may be sent, and the most it can cost. */
export type CallPlan = {
  /** In the order in which they are tried. */
  routes: readonly ResolvedRoute[]
  requestFor(route: ResolvedRoute): Record<string, unknown>
  worstCaseNanos: bigint
}

/** Throws what routing refuses, 400 for a conversation that is too long, 429 while every upstream asks to wait. */
export async function planCall(caller: Caller, request: ChatRequest): Promise<CallPlan> {
  const { routes: possible } = resolveRoutes(caller, routeRequestOf(request))
  const promptTokens = boundPromptTokens(request)
  const mayFit = possible.every((route) => isRoomy(route, promptTokens))
  const routes = mayFit ? possible : await roomyRoutes(possible, request)
  refuseWhileResting(routes)
  const costAt = worstCaseOf(request)
  let worstCaseNanos = 0n
  for (const route of routes) {
    const completionTokens = boundCompletionTokens(request, route, promptTokens)
    const cost = costAt(route.price, { promptTokens, completionTokens })
    if (cost > worstCaseNanos) worstCaseNanos = cost
  }
  return { routes, requestFor: requestBuilder(request), worstCaseNanos }
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
  }
}

function searches({ web_search, enable_search }: ChatRequest): boolean {
  return web_search === true || enable_search === true
}

function isRoomy({ contextLength }: ResolvedRoute, tokens: number): boolean {
  return contextLength === null || tokens <= contextLength
}

/** Routes whose context holds the conversation, counted exactly, or until it is far more than any of them takes. */
async function roomyRoutes(
  routes: readonly ResolvedRoute[],
  request: ChatRequest,
): Promise<readonly ResolvedRoute[]> {
  const most = 2 * Math.max(...routes.map(({ contextLength }) => contextLength ?? 0))
  const counted = await countInTurns(promptTokenCounts(request), most)
  const roomy = routes.filter((route) => isRoomy(route, counted))
  if (roomy.length > 0) return roomy
  const size = counted > most ? `more than ${most}` : `about ${counted}`
  throw new AppError('context_length_exceeded', {
    param: 'messages',
    message: `The conversation has ${size} tokens; the model takes ${routes[0]?.contextLength}.`,
  })
}

const UNKNOWN_LIMIT_TOKENS = 8192

/** What the caller allows, at most what the model writes, and never more than its context leaves room for. */
function boundCompletionTokens(request: ChatRequest, route: ResolvedRoute, promptTokens: number): number {
  const asked = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY
  const limit = route.maxOutputTokens ?? UNKNOWN_LIMIT_TOKENS
  // The prompt's bound is twice what English needs: half of it is surely in the context.
  const room =
    route.contextLength === null ? limit : Math.max(route.contextLength - Math.ceil(promptTokens / 4), 1)
  return Math.min(asked, limit, room) * (request.n ?? 1)
}

/** What the upstream is not told, or in its own words. */
const OWN_FIELDS = ['models', 'provider', 'web_search', 'enable_search', 'max_searches'] as const

/** The caller's request with the gateway's own fields taken out and the upstream's name for the model put in. */
function requestBuilder(request: ChatRequest): CallPlan['requestFor'] {
  const { max_searches, max_tokens } = request
  const isSearching = searches(request)
  return (route) => {
    const sent: Record<string, unknown> = { ...request, model: route.upstreamId }
    for (const name of OWN_FIELDS) if (name in sent) delete sent[name]
    if (max_tokens === null) delete sent.max_tokens
    if (max_tokens != null && isOutputLimitRenamed(route)) {
      delete sent.max_tokens
      sent.max_completion_tokens ??= max_tokens
    }
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
