import type { ResolvedRoute } from '@/lib/routing/resolve-routes'
import { MOST_SEARCHES } from '@/lib/upstream/contract/chat-model'
import { mostItCanCost } from '@/lib/usage/meter'
import type { ChatRequest } from '../schema'
import { longestCache } from './longest-cache'
import { asksForSound, searchOptionsOf, tierAsked } from './priced-options'

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
