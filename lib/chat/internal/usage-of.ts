import type { MeterReading } from '@/lib/usage/meter-reading'
import type { Usage } from '../schema'

/** What a reading counted, in the words of the wire; what there was none of is left out where few upstreams tell it. */
export function usageOf(reading: MeterReading): Usage {
  const { cacheWriteTokens, cacheWriteHourTokens, webSearches, audioTokens } = reading
  return {
    prompt_tokens: reading.promptTokens,
    completion_tokens: reading.completionTokens,
    prompt_tokens_details: {
      cached_tokens: reading.cachedTokens,
      ...(cacheWriteTokens && { cache_write_tokens: cacheWriteTokens }),
      ...(cacheWriteHourTokens && { cache_write_1h_tokens: cacheWriteHourTokens }),
    },
    completion_tokens_details: {
      reasoning_tokens: reading.reasoningTokens,
      ...(audioTokens && { audio_tokens: audioTokens }),
    },
    ...(webSearches && { server_tool_use: { web_search_requests: webSearches } }),
  }
}
