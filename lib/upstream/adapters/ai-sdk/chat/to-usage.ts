import type { LanguageModelV4Usage } from '@ai-sdk/provider'

/** In OpenAI's words; undefined where the vendor said nothing, so that the tokens are counted instead. */
export function toUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): object | undefined {
  if (inputTokens.total === undefined || outputTokens.total === undefined) return undefined
  return {
    prompt_tokens: inputTokens.total,
    completion_tokens: outputTokens.total,
    total_tokens: inputTokens.total + outputTokens.total,
    prompt_tokens_details: {
      cached_tokens: inputTokens.cacheRead ?? 0,
      ...(inputTokens.cacheWrite !== undefined && { cache_write_tokens: inputTokens.cacheWrite }),
    },
    completion_tokens_details: { reasoning_tokens: outputTokens.reasoning ?? 0 },
  }
}
