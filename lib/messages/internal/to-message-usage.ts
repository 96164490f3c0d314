import type { UsageReply } from '@/lib/chat/schema'
import type { MessageUsage } from '../schema'

/** Anthropic counts the prompt's cached tokens apart; in chat they are part of the prompt's. */
export function toMessageUsage(usage: UsageReply): MessageUsage {
  const { cached_tokens: read, cache_write_tokens } = usage.prompt_tokens_details
  const written = typeof cache_write_tokens === 'number' ? cache_write_tokens : 0
  return {
    input_tokens: Math.max(usage.prompt_tokens - read - written, 0),
    cache_creation_input_tokens: written,
    cache_read_input_tokens: read,
    output_tokens: usage.completion_tokens,
    cost: usage.cost,
  }
}
