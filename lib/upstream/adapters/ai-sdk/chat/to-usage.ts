import type { LanguageModelV4Usage, SharedV4ProviderMetadata } from '@ai-sdk/provider'
import { z } from 'zod'
import { countSearches } from './count-searches'

const count = z.int().min(0).nullish().catch(null)
/** What Anthropic tells besides: how long what was written stays in the cache. */
const Raw = z.object({ cache_creation: z.object({ ephemeral_1h_input_tokens: count }).nullish().catch(null) })

type Told = {
  usage: Omit<LanguageModelV4Usage, 'raw'> & { raw?: unknown }
  providerMetadata?: SharedV4ProviderMetadata | undefined
}

/** In OpenAI's words; undefined where the vendor said nothing, so that the tokens are counted instead. */
export function toUsage({ usage, providerMetadata }: Told, model: string): object | undefined {
  const { inputTokens, outputTokens, raw } = usage
  if (inputTokens.total === undefined || outputTokens.total === undefined) return undefined
  const hour = Raw.safeParse(raw).data?.cache_creation?.ephemeral_1h_input_tokens
  const searches = countSearches(raw, providerMetadata, model)
  return {
    prompt_tokens: inputTokens.total,
    completion_tokens: outputTokens.total,
    total_tokens: inputTokens.total + outputTokens.total,
    prompt_tokens_details: {
      cached_tokens: inputTokens.cacheRead ?? 0,
      ...(inputTokens.cacheWrite !== undefined && { cache_write_tokens: inputTokens.cacheWrite }),
      ...(hour && { cache_write_1h_tokens: hour }),
    },
    completion_tokens_details: { reasoning_tokens: outputTokens.reasoning ?? 0 },
    ...(searches > 0 && { server_tool_use: { web_search_requests: searches } }),
  }
}
