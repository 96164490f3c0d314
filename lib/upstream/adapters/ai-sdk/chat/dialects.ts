import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider'
import type { AnswerMender } from '../mend-answer'
import type { SdkSettings } from '../vendor-fetch'
import type { CacheMark, ChatRequest, ReasoningEffort } from './chat-request'
import { ClaudeMender } from './mend-claude'
import { GeminiMender } from './mend-gemini'

/** What differs between the vendors' chat APIs. */
export type ChatDialect = {
  /** The vendor's name in the package's `providerOptions`. */
  name: 'anthropic' | 'google'
  /** How thoughts are marked that only this vendor can read again. */
  reasoningFormat: string
  /** Whether each thought is sealed, to come back with its seal. */
  sealsThoughts: boolean
  /** The model that the package makes, which is loaded for it; `fetch` is ours. */
  open(settings: SdkSettings, modelId: string, fetch: typeof globalThis.fetch): Promise<LanguageModelV4>
  /** What reads one answer of the vendor before the package does. */
  mender(): AnswerMender
  /** Whether a model goes on with an answer that the conversation ends with, rather than refuse it. */
  continues(modelId: string): Promise<boolean>
  /** Whether a stop sequence may be of blanks alone. */
  stopsAtBlanks: boolean
  /** Whether the vendor fetches links of callers by itself. */
  readsLinks: boolean
  /** Whether the vendor writes JSON without a schema; else it is held to one for any object. */
  hasJsonMode: boolean
  /** The vendor's own tool that searches the web, with a limit where the vendor accepts one. */
  searchTool(most: number): NonNullable<LanguageModelV4CallOptions['tools']>[number]
  /** Whether its texts say which pages they cite; else all that it names as sources are cited. */
  citesInTexts: boolean
  /** Options that only this vendor has. */
  adapt(options: LanguageModelV4CallOptions, request: ChatRequest): Promise<LanguageModelV4CallOptions>
}

const LONGEST_USER_ID = 256
const SMALLEST_BUDGET_TOKENS = 1024

/** How much of an answer may be thought, on models that take a budget of tokens. */
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
 * Older models think within a budget that the vendor counts on top of `max_tokens`. Here the limit covers both, as in
 * OpenAI's dialect: a caller never gets, and never pays for, more than the requested tokens.
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

/** Such a model refuses to think where the answer that it goes on with has no thoughts, as those of most clients have none. */
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
    // Thoughts are counted and billed either way; a caller who asks for effort may see them.
    request.reasoning_effort && request.reasoning_effort !== 'none'
      ? { ...options, providerOptions: { google: { thinkingConfig: { includeThoughts: true } } } }
      : options,
}

type CacheOptions = {
  providerOptions?: { anthropic: { cacheControl: { type: 'ephemeral'; ttl?: '5m' | '1h' } } }
}

/** A cache marker in the package's format; nothing for vendors without such markers. */
export function cacheOptions(mark: CacheMark, { name }: Pick<ChatDialect, 'name'>): CacheOptions {
  if (mark == null || name !== 'anthropic') return {}
  const ttl = mark.ttl == null ? {} : { ttl: mark.ttl }
  return { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral', ...ttl } } } }
}
