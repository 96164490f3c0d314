import { AppError } from '@/lib/platform/errors'
import type { ResolvedRoute } from '@/lib/routing/resolve-routes'
import type { RouteOption } from '@/lib/routing/schema'
import { CLIENT_TOOL, MOST_SEARCHES } from '@/lib/upstream/contract/chat-model'
import { mostItCanCost } from '@/lib/usage/meter'
import type { CacheControl, ChatRequest } from '../schema'

type Price = ResolvedRoute['price']
type Bounds = { promptTokens: number; completionTokens: number }

/**
 * Prices a request's worst case, in nano-USD: all of a prompt that is marked may have to be cached, which costs more; all of
 * an answer may be sound; and who asks for a tier of service may be served in the plain one.
 */
export function worstCaseOf(request: ChatRequest): (price: Price, bounds: Bounds) => bigint {
  const cache = longestCache(request)
  const mayBeSound = asksForSound(request)
  const tier = tierAsked(request)
  const isSearching = request.web_search || request.enable_search || searchOptionsOf(request).length > 0
  const webSearches = isSearching ? (request.max_searches ?? MOST_SEARCHES) : 0
  const costAt = (price: Price, bounds: Bounds) => {
    const { promptTokens, completionTokens } = bounds
    const plain = price.prompt
    const isDearest =
      cache === '1h' && price.cacheWriteHour > price.cacheWrite && price.cacheWriteHour > plain
    const isDearer = isDearest || (cache !== null && price.cacheWrite > plain)
    const isSoundDearer = mayBeSound && (price.audioOutput ?? 0n) > price.completion
    return mostItCanCost(price, {
      ...bounds,
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

/** For how long a request asks to have its prompt cached, where it asks for the longest; null: not at all. */
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

/**
 * Options that vendors bill separately, and tools that one vendor's models alone know. One is accepted where a route has a
 * price for it, or is that vendor's; only such routes are used, and where there is none the request is refused by its name.
 * What nothing here can serve yet is refused always.
 */
export function routeOptionsOf(request: ChatRequest): RouteOption[] {
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
  return (tools ?? []).flatMap(({ type }, place) =>
    CLIENT_TOOL.test(type)
      ? {
          param: `tools[${place}].type`,
          isServedBy: ({ target }) => target.sdk === 'anthropic',
          refusal: `knows no tools of the type "${type}": only Anthropic’s own API does. Describe a function instead`,
        }
      : [],
  )
}

/** The tier of service with a price of its own that is asked for. */
function tierAsked({ service_tier: tier }: ChatRequest): string | null {
  return tier == null || tier === 'auto' || tier === 'default' ? null : tier
}

/** The tier that is billed: the one asked for, unless the upstream says that it served in another, which is the plain price. */
export function tierServed(request: ChatRequest, reported: unknown): string | null {
  const asked = tierAsked(request)
  return typeof reported === 'string' && reported !== asked ? null : asked
}

function asksForSound({ modalities }: ChatRequest): boolean {
  return modalities?.includes('audio') ?? false
}

/** Web searches that are asked for in a vendor's own field (OpenAI's, OpenRouter's, xAI's). */
export function searchOptionsOf(request: ChatRequest): string[] {
  return SEARCH_OPTIONS.filter((name) => {
    const value = request[name]
    return Array.isArray(value) ? value.length > 0 : value != null
  })
}

const SEARCH_OPTIONS = ['web_search_options', 'plugins', 'search_parameters']

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
