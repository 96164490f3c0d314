import { type Usage, Usage as UsageSchema } from '../schema'

/** Undefined for what is absent or makes no sense; then the tokens are estimated. */
export function parseUsage(value: unknown): Usage | undefined {
  const parsed = UsageSchema.safeParse(value)
  return parsed.success ? inOneForm(parsed.data) : undefined
}

/** Some vendors count in other places than OpenAI: Moonshot and DeepSeek say beside the details what a cache had. */
function inOneForm(usage: Usage): Usage {
  const { prompt_tokens_details: details } = usage
  const cached = details?.cached_tokens ?? usage.cached_tokens ?? usage.prompt_cache_hit_tokens
  return {
    ...usage,
    completion_tokens: usage.completion_tokens + thoughtsBeside(usage),
    ...(cached != null && { prompt_tokens_details: { ...details, cached_tokens: cached } }),
  }
}

/** xAI counts thoughts outside the completion, and in the total: that they are there shows in the sum. */
function thoughtsBeside(usage: Usage): number {
  const { prompt_tokens, completion_tokens, total_tokens, completion_tokens_details: details } = usage
  const thoughts = details?.reasoning_tokens ?? 0
  return total_tokens === prompt_tokens + completion_tokens + thoughts ? thoughts : 0
}
