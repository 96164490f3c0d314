import { remember } from '@/lib/platform/remember'
import type { ResolvedRoute } from './schema'

/** A prompt above the number of tokens from which on its provider charges more than the route's price. */
export type LongPrompt = { providerId: string; modelId: string; threshold: number; tokens: number }

const longest = remember('long-prompts', () => new Map<string, LongPrompt>())

/** What a provider reports of a prompt that it has billed. With a customer's own key it bills the customer. */
export function notePromptTokens(route: ResolvedRoute, tokens: number): void {
  const { routeId, providerId, modelId, priceThreshold: threshold, ownKeyFactor } = route
  if (threshold === null || tokens <= threshold || ownKeyFactor !== undefined) return
  if (tokens > (longest.get(routeId)?.tokens ?? 0))
    longest.set(routeId, { providerId, modelId, threshold, tokens })
}

/** The longest of each route in this process since the last call. */
export function takeLongPrompts(): LongPrompt[] {
  const taken = [...longest.values()]
  longest.clear()
  return taken
}
