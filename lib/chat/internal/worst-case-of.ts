import type { ResolvedRoute } from '@/lib/routing/resolve-routes'
import { MOST_SEARCHES } from '@/lib/upstream/contract/chat-model'
import { mostItCanCost } from '@/lib/usage/most-it-can-cost'
import type { ChatRequest } from '../schema'
import { longestCache } from './longest-cache'

type Price = ResolvedRoute['price']
type Bounds = { promptTokens: number; completionTokens: number }

/** Prices a request's worst case, in nano-USD: all of a prompt that is marked may have to be cached, which costs more. */
export function worstCaseOf(request: ChatRequest): (price: Price, bounds: Bounds) => bigint {
  const cache = longestCache(request)
  const webSearches =
    request.web_search || request.enable_search ? (request.max_searches ?? MOST_SEARCHES) : 0
  return (price, bounds) => {
    const { promptTokens } = bounds
    const plain = price.prompt
    const isDearest =
      cache === '1h' && price.cacheWriteHour > price.cacheWrite && price.cacheWriteHour > plain
    const isDearer = isDearest || (cache !== null && price.cacheWrite > plain)
    return mostItCanCost(price, {
      ...bounds,
      cacheWriteTokens: isDearer ? promptTokens : 0,
      cacheWriteHourTokens: isDearest ? promptTokens : 0,
      webSearches,
    })
  }
}
