import type { ResolvedRoute } from '@/lib/gateway/routing/resolve-routes'
import { logger } from '@/lib/platform/logger'
import { remember } from '@/lib/platform/remember'
import type { Usage } from '@/lib/upstream/reading/usage'

/**
 * OpenAI counts the tokens that a cache has (read from it or written to it) as a part of `prompt_tokens`; Anthropic, and proxies of
 * its models that speak OpenAI's format, count them beside it. More cached tokens than the prompt has can be nothing else, and then
 * all answers of the route are read so, those with fewer too. What an operator says (`usage.cached_in_prompt`) goes before.
 */
const proven = remember('cached-beside-prompt', () => new Set<string>())

type Route = Pick<ResolvedRoute, 'routeId' | 'target'>

/** No context is larger: figures beyond prove nothing. */
const MOST_BELIEVED = 8_000_000

/** The usage with every token of the prompt in `prompt_tokens`, whichever way the route counts. */
export function withCachedInPrompt(usage: Usage, route: Route): Usage {
  const { cached_tokens = 0, cache_write_tokens = 0 } = usage.prompt_tokens_details ?? {}
  const cached = cached_tokens + cache_write_tokens
  if (cached === 0 || !countsBeside(route, usage.prompt_tokens, cached)) return usage
  const prompt_tokens = usage.prompt_tokens + cached
  return { ...usage, prompt_tokens, total_tokens: prompt_tokens + usage.completion_tokens }
}

function countsBeside({ routeId, target }: Route, prompt: number, cached: number): boolean {
  if (target.cachedInPrompt != null) return !target.cachedInPrompt
  if (proven.has(routeId)) return true
  if (cached <= prompt || cached > MOST_BELIEVED) return false
  proven.add(routeId)
  logger.warn(
    { route: routeId },
    'prompt_tokens of this route leave cached tokens out: they are added from now on',
  )
  return true
}
