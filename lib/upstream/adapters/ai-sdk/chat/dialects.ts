import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider'
import type { AnswerMender } from '../mend-answer'
import type { SdkSettings } from '../vendor-fetch'
import type { CacheMark, ChatRequest, ReasoningEffort } from './chat-request'
import { ClaudeMender } from './mend-claude'
import { GeminiMender } from './mend-gemini'

/** The differences between the vendors' chat APIs. */
export type ChatDialect = {
  /** The vendor's name in the package's `providerOptions`. */
  name: 'anthropic' | 'google' | 'bedrock'
  /** The format name of thoughts that only this vendor can read again. */
  reasoningFormat: string
  /** Whether thoughts are sealed and have to be returned with their seals. */
  sealsThoughts: boolean
  /** The package's model; loads the package. */
  open(settings: SdkSettings, modelId: string, fetch: typeof globalThis.fetch): Promise<LanguageModelV4>
  /** Repairs an answer of the vendor before the package reads it; undefined: answers need none. */
  mender: (() => AnswerMender) | undefined
  /** Whether a model continues an answer at the end of the conversation, or refuses it. */
  continues(modelId: string): Promise<boolean>
  /** Whether a stop sequence may consist of blanks. */
  stopsAtBlanks: boolean
  /** Whether the vendor fetches callers' links itself. */
  readsLinks: boolean
  /** Whether the vendor has a JSON mode without a schema; otherwise it gets a schema for any object. */
  hasJsonMode: boolean
  /** The vendor's web search tool, with a limit if the vendor accepts one. */
  searchTool(most: number): NonNullable<LanguageModelV4CallOptions['tools']>[number]
  /** Whether its texts have citations; otherwise all of its sources are cited. */
  citesInTexts: boolean
  /** Adds options that only this vendor has. */
  adapt(options: LanguageModelV4CallOptions, request: ChatRequest): Promise<LanguageModelV4CallOptions>
}

const LONGEST_USER_ID = 256
const SMALLEST_BUDGET_TOKENS = 1024

/** The share of an answer for thoughts, for models with a token budget. */
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
  sealsThoughts: true,
  async open({ baseUrl, apiKey }, modelId, fetch) {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch })(modelId)
  },
  mender: () => new ClaudeMender(),
  continues: async (modelId) => !(await capabilitiesOf(modelId)).supportsAdaptiveThinking,
  stopsAtBlanks: false,
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
 * Older models think within a budget that the vendor counts in addition to `max_tokens`. Here the limit includes both, as in
 * OpenAI's API: a caller never gets, and never pays for, more than the requested tokens.
 */
async function withBudget(
  options: LanguageModelV4CallOptions,
  request: ChatRequest,
): Promise<LanguageModelV4CallOptions> {
  const { reasoning, maxOutputTokens, ...rest } = options
  const effort = request.reasoning_effort ?? 'none'
  const { supportsAdaptiveThinking, maxOutputTokens: most } = await capabilitiesOf(request.model)
  if (effort === 'none' || supportsAdaptiveThinking) return options
  const limit = Math.min(maxOutputTokens ?? most, most)
  const budget = Math.max(SMALLEST_BUDGET_TOKENS, Math.floor(limit * shares[effort]))
  if (budget >= limit || !mayThink(options.prompt)) return { ...rest, maxOutputTokens: limit }
  const thinking = { type: 'enabled', budgetTokens: budget }
  return { ...rest, maxOutputTokens: limit - budget, providerOptions: { anthropic: { thinking } } }
}

async function capabilitiesOf(modelId: string) {
  const { getModelCapabilities } = await import('@ai-sdk/anthropic/internal')
  return getModelCapabilities(modelId)
}

/** Such a model refuses to think if the answer that it continues has no thoughts, which most clients do not return. */
function mayThink(prompt: LanguageModelV4Prompt): boolean {
  const last = prompt.findLast((message) => message.role === 'assistant')
  const goesOn = last === prompt.at(-1) || last?.content.some(({ type }) => type === 'tool-call')
  return !goesOn || last?.content[0]?.type === 'reasoning'
}

export const googleDialect: ChatDialect = {
  name: 'google',
  reasoningFormat: 'google-gemini-v1',
  sealsThoughts: false,
  async open({ baseUrl, apiKey }, modelId, fetch) {
    const { createGoogle } = await import('@ai-sdk/google')
    return createGoogle({ baseURL: baseUrl, apiKey: apiKey ?? '', fetch })(modelId)
  },
  mender: () => new GeminiMender(),
  continues: async () => false,
  stopsAtBlanks: true,
  readsLinks: false,
  hasJsonMode: true,
  searchTool: () => ({ type: 'provider', id: 'google.google_search', name: 'google_search', args: {} }),
  citesInTexts: false,
  adapt: async (options, request) =>
    // Thoughts are counted and billed anyway; a caller who requests effort may see them.
    request.reasoning_effort && request.reasoning_effort !== 'none'
      ? { ...options, providerOptions: { google: { thinkingConfig: { includeThoughts: true } } } }
      : options,
}

type CacheOptions = {
  providerOptions?: { anthropic: { cacheControl: { type: 'ephemeral'; ttl?: '5m' | '1h' } } }
}

/** A cache mark in the package's format; nothing for vendors without cache marks. */
export function cacheOptions(mark: CacheMark, { name }: Pick<ChatDialect, 'name'>): CacheOptions {
  if (mark == null || name !== 'anthropic') return {}
  const ttl = mark.ttl == null ? {} : { ttl: mark.ttl }
  return { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral', ...ttl } } } }
}
