import type { UsageReply } from '@/lib/chat/schema'
import type { ResponseUsage } from '../schema'

export function toResponseUsage(usage: UsageReply): ResponseUsage {
  const { cached_tokens, cache_write_tokens } = usage.prompt_tokens_details
  return {
    input_tokens: usage.prompt_tokens,
    input_tokens_details: {
      cached_tokens,
      cache_write_tokens: cache_write_tokens ?? 0,
    },
    output_tokens: usage.completion_tokens,
    output_tokens_details: { reasoning_tokens: usage.completion_tokens_details.reasoning_tokens },
    total_tokens: usage.total_tokens,
    cost: usage.cost,
  }
}
