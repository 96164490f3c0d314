import { AppError } from '@/lib/platform/errors'
import { tokenizerError } from '@/lib/upstream/prompt-tokens'
import type { ResolvedRoute } from './schema'

/**
 * Prompts above the number of tokens from which on a provider charges more than the route's price. None is sent there
 * that may be one by the provider's own count; of one that is billed all the same operators are alerted.
 */

/** Infinite where the provider charges the same for every prompt; with a customer's own key it bills the customer. */
export function thresholdOf({ priceThreshold, ownKeyFactor }: ResolvedRoute): number {
  return (ownKeyFactor === undefined ? priceThreshold : null) ?? Number.POSITIVE_INFINITY
}

/**
 * Routes whose provider surely bills a prompt, of about `counted` tokens, at the route's price. No tokenizer counts more
 * than `bound`. Throws `context_length_exceeded` where there is none.
 */
export function plainlyPricedRoutes(
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

export type LongPrompt = { providerId: string; modelId: string; threshold: number; tokens: number }

const longest = new Map<string, LongPrompt>()

/** What a provider reports of a prompt that it has billed. */
export function notePromptTokens(route: ResolvedRoute, tokens: number): void {
  const { routeId, providerId, modelId } = route
  const threshold = thresholdOf(route)
  if (tokens <= threshold || tokens <= (longest.get(routeId)?.tokens ?? 0)) return
  longest.set(routeId, { providerId, modelId, threshold, tokens })
}

/** The longest of each route in this process since the last call. */
export function takeLongPrompts(): LongPrompt[] {
  const taken = [...longest.values()]
  longest.clear()
  return taken
}
