import type { ResolvedRoute } from '@/lib/gateway/routing/resolve-routes'
import { FAR, type Recount } from '@/lib/money/usage/counted-hold'
import { dearest, mostItCanCost } from '@/lib/money/usage/meter'
import { MOST_SEARCHES } from '@/lib/upstream/contract/chat-model'
import {
  countMostPromptTokens,
  countPromptTokens,
  leastTokens,
  mostTokens,
} from '@/lib/upstream/prompt-tokens'
import type { CacheControl, ChatRequest } from '../schema'
import { CONTEXT_SLACK, searchOptionsOf, tierAsked } from './usage'

/** What is set aside: the dearest of the routes, in nano-USD, where the prompt has that many tokens. */
export function worstCase(
  request: ChatRequest,
  routes: readonly ResolvedRoute[],
  tokensAt: (route: ResolvedRoute) => number,
): bigint {
  const costAt = worstCaseOf(request)
  return dearest(routes, (route) => {
    const { price, contextLength } = route
    const tokens = tokensAt(route)
    return costAt(price, {
      // More than that is not believed of an upstream.
      promptTokens: Math.min(tokens, CONTEXT_SLACK * (contextLength ?? tokens)),
      completionTokens: mostOutput(request, route) * (request.n ?? 1),
      cachesUnasked: route.target.sdk !== 'anthropic',
    })
  })
}

/** The same by a count of the prompt, for who cannot hold it by its bytes. `bound`: what those come to. */
export function recountOf(request: ChatRequest, routes: readonly ResolvedRoute[], bound: number): Recount {
  const costOf = (tokensAt: (route: ResolvedRoute) => number) => worstCase(request, routes, tokensAt)
  return {
    get leastNanos() {
      return costOf(() => leastTokens(bound))
    },
    count: async (availableNanos) => {
      const estimate = Math.min(countPromptTokens(request), bound)
      const estimated = costOf(() => estimate)
      if (estimated > FAR * availableNanos) return { countedNanos: estimated, mostNanos: estimated }
      const counted = Math.min(await countMostPromptTokens(request), bound)
      return {
        countedNanos: costOf(() => counted),
        mostNanos: costOf((route) => mostTokens(counted, bound, route)),
      }
    },
  }
}

const UNKNOWN_LIMIT_TOKENS = 8192

/** How long an answer may become where neither the caller nor the catalog says so. */
export function assumedTokens(request: ChatRequest, { maxOutputTokens }: ResolvedRoute): number {
  return maxOutputTokens === null && askedTokens(request) === undefined ? UNKNOWN_LIMIT_TOKENS : 0
}

/** The larger of both limits: which of them an upstream keeps to is not known. */
function askedTokens({ max_tokens, max_completion_tokens }: ChatRequest): number | undefined {
  const asked = Math.max(max_tokens ?? 0, max_completion_tokens ?? 0)
  return asked === 0 ? undefined : asked
}

/** The most tokens that one choice can have: what the caller allows or we assume, at most what the model writes and its context. */
function mostOutput(request: ChatRequest, route: ResolvedRoute): number {
  const { contextLength, maxOutputTokens } = route
  const asked = askedTokens(request) ?? (assumedTokens(request, route) || Number.POSITIVE_INFINITY)
  return Math.min(asked, maxOutputTokens ?? asked, contextLength ?? asked)
}

type Price = ResolvedRoute['price']
type Bounds = {
  promptTokens: number
  completionTokens: number
  /** The vendor writes to its cache what nobody marked, as all but Anthropic do. */
  cachesUnasked?: boolean
}

/**
 * Prices a request's worst case, in nano-USD: all of a prompt may have to be cached, which costs more;
 * all of an answer may be sound; and a request for a tier of service may be served in the plain one.
 */
export function worstCaseOf(request: ChatRequest): (price: Price, bounds: Bounds) => bigint {
  const cache = longestCache(request)
  const mayBeSound = asksForSound(request)
  const tier = tierAsked(request)
  const isSearching = searches(request) || searchOptionsOf(request).length > 0
  const webSearches = isSearching ? (request.max_searches ?? MOST_SEARCHES) : 0
  const costAt = (price: Price, bounds: Bounds) => {
    const { promptTokens, completionTokens, cachesUnasked = false } = bounds
    const plain = price.prompt
    const isDearest =
      cache === '1h' && price.cacheWriteHour > price.cacheWrite && price.cacheWriteHour > plain
    const isDearer = isDearest || ((cachesUnasked || cache !== null) && price.cacheWrite > plain)
    const isSoundDearer = mayBeSound && (price.audioOutput ?? 0n) > price.completion
    return mostItCanCost(price, {
      promptTokens,
      completionTokens,
      cacheWriteTokens: isDearer ? promptTokens : 0,
      cacheWriteHourTokens: isDearest ? promptTokens : 0,
      audioTokens: isSoundDearer ? completionTokens : 0,
      webSearches,
    })
  }
  return (price, bounds) => {
    const most = costAt(price, bounds)
    const inTier = tier === null ? undefined : price.serviceTiers.get(tier)
    const tierMost = inTier === undefined ? 0n : costAt(inTier, bounds)
    return tierMost > most ? tierMost : most
  }
}

type Duration = '5m' | '1h' | null

/** The longest time for which a request has parts of its prompt cached; null: not at all. */
function longestCache(request: ChatRequest): Duration {
  let longest = longerOf(null, request.cache_control)
  for (const tool of request.tools ?? []) longest = longerOf(longest, tool.cache_control)
  for (const message of request.messages) {
    if (Array.isArray(message.content))
      for (const part of message.content) longest = longerOf(longest, part.cache_control)
    if (message.role === 'assistant')
      for (const call of message.tool_calls ?? []) longest = longerOf(longest, call.cache_control)
  }
  return longest
}

function longerOf(longest: Duration, mark: CacheControl): Duration {
  if (mark == null || longest === '1h') return longest
  return mark.ttl === '1h' ? '1h' : '5m'
}

export function asksForSound({ modalities }: ChatRequest): boolean {
  return modalities?.includes('audio') ?? false
}

export function searches({ web_search, enable_search }: ChatRequest): boolean {
  return web_search === true || enable_search === true
}
