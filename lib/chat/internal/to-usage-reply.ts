import type { Usage, UsageReply } from '../schema'

const NANOS_PER_USD = 1e9

/** The upstream's usage with its cost; all fields of the contract are always there. */
export function toUsageReply(usage: Usage, costNanos: bigint): UsageReply {
  return {
    ...usage,
    total_tokens: usage.total_tokens ?? usage.prompt_tokens + usage.completion_tokens,
    prompt_tokens_details: { ...usage.prompt_tokens_details, cached_tokens: cachedTokensOf(usage) },
    completion_tokens_details: {
      ...usage.completion_tokens_details,
      reasoning_tokens: reasoningTokensOf(usage),
    },
    cost: Number(costNanos) / NANOS_PER_USD,
  }
}

export function cachedTokensOf(usage: Usage): number {
  return usage.prompt_tokens_details?.cached_tokens ?? 0
}

export function reasoningTokensOf(usage: Usage): number {
  return usage.completion_tokens_details?.reasoning_tokens ?? 0
}

export function audioTokensOf(usage: Usage): number {
  return usage.completion_tokens_details?.audio_tokens ?? 0
}

/** Tokens put into a cache, and how many of them for an hour. */
export function cacheWritesOf({ prompt_tokens_details: details }: Usage): { all: number; hour: number } {
  return { all: details?.cache_write_tokens ?? 0, hour: details?.cache_write_1h_tokens ?? 0 }
}

export function webSearchesOf(usage: Usage): number {
  return usage.server_tool_use?.web_search_requests ?? 0
}
