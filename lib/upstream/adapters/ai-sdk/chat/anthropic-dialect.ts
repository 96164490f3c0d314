import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { cacheOptions } from './cache-options'
import type { ChatRequest, ReasoningEffort } from './chat-request'
import type { ChatDialect } from './dialect'

const LONGEST_USER_ID = 256
const SMALLEST_BUDGET_TOKENS = 1024

/** How much of an answer may be thought, on models that are told a number of tokens. */
const shares: Record<Exclude<ReasoningEffort, 'none'>, number> = {
  minimal: 0.05,
  low: 0.15,
  medium: 0.3,
  high: 0.6,
  xhigh: 0.75,
  max: 0.85,
}

export const anthropicDialect: ChatDialect = {
  name: 'anthropic',
  reasoningFormat: 'anthropic-claude-v1',
  async open({ baseUrl, apiKey }, modelId, fetch) {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch })(modelId)
  },
  readsLinks: true,
  hasJsonMode: false,
  searchTool: (maxUses) => ({
    type: 'provider',
    id: 'anthropic.web_search_20250305',
    name: 'web_search',
    args: { maxUses },
  }),
  citesInTexts: true,
  async adapt(options, request) {
    const { user } = request
    const budgeted = await withBudget(options, request)
    const { providerOptions: cached } = cacheOptions(request.cache_control, { name: 'anthropic' })
    return {
      ...budgeted,
      providerOptions: {
        anthropic: {
          ...budgeted.providerOptions?.anthropic,
          ...cached?.anthropic,
          ...(user && user.length <= LONGEST_USER_ID && { metadata: { userId: user } }),
          ...(request.parallel_tool_calls === false && { disableParallelToolUse: true }),
        },
      },
    }
  },
}

/**
 * Older models think within a budget that the vendor counts on top of `max_tokens`. Here the limit covers both, as in
 * OpenAI's dialect: a caller never gets, and never pays for, more than the tokens asked for.
 */
async function withBudget(
  options: LanguageModelV4CallOptions,
  request: ChatRequest,
): Promise<LanguageModelV4CallOptions> {
  const { reasoning, maxOutputTokens, ...rest } = options
  const effort = request.reasoning_effort ?? 'none'
  const { getModelCapabilities } = await import('@ai-sdk/anthropic/internal')
  const { supportsAdaptiveThinking, maxOutputTokens: most } = getModelCapabilities(request.model)
  if (effort === 'none' || supportsAdaptiveThinking) return options
  const limit = Math.min(maxOutputTokens ?? most, most)
  const budget = Math.max(SMALLEST_BUDGET_TOKENS, Math.floor(limit * shares[effort]))
  if (budget >= limit) return { ...rest, maxOutputTokens: limit }
  const thinking = { type: 'enabled', budgetTokens: budget }
  return { ...rest, maxOutputTokens: limit - budget, providerOptions: { anthropic: { thinking } } }
}
