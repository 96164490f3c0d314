import type { UsageReply } from '@/lib/chat/schema'
import type { MessageUsage } from '../schema'

/** Anthropic counts the prompt's tokens apart that came from a cache or went into one; in chat they are part of the prompt's. */
export function toMessageUsage(usage: UsageReply): MessageUsage {
  const { cached_tokens: read, cache_write_tokens, cache_write_1h_tokens } = usage.prompt_tokens_details
  const written = cache_write_tokens ?? 0
  const hour = Math.min(cache_write_1h_tokens ?? 0, written)
  const searches = usage.server_tool_use?.web_search_requests
  return {
    input_tokens: Math.max(usage.prompt_tokens - read - written, 0),
    cache_creation_input_tokens: written,
    cache_read_input_tokens: read,
    cache_creation: { ephemeral_5m_input_tokens: written - hour, ephemeral_1h_input_tokens: hour },
    output_tokens: usage.completion_tokens,
    server_tool_use: searches ? { web_search_requests: searches } : null,
    cost: usage.cost,
  }
}
