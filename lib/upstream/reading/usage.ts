import { isRecord } from '@/lib/platform/json'
import { countIn, countOf, type Fields, fieldsOf } from './members'

/** The usage of an answer. 0 is a value; only absent fields are unknown. Further fields are the upstream's own. */
export type Usage = {
  prompt_tokens: number
  completion_tokens: number
  total_tokens?: number | undefined
  prompt_tokens_details?: PromptDetails | undefined
  completion_tokens_details?: CompletionDetails | undefined
  /** Anthropic's and OpenRouter's name for tools that the vendor ran. */
  server_tool_use?: { web_search_requests?: number | undefined; [name: string]: unknown } | undefined
  [name: string]: unknown
}
type PromptDetails = {
  cached_tokens?: number | undefined
  /** Written to a cache, and how many of them for an hour. */
  cache_write_tokens?: number | undefined
  cache_write_1h_tokens?: number | undefined
  image_tokens?: number | undefined
  audio_tokens?: number | undefined
  /** Sound that was read from a cache. */
  cached_audio_tokens?: number | undefined
  [name: string]: unknown
}
type CompletionDetails = {
  reasoning_tokens?: number | undefined
  image_tokens?: number | undefined
  audio_tokens?: number | undefined
  [name: string]: unknown
}

/**
 * An upstream's usage in OpenAI's form; undefined if it has no usable counts. Numbers may be texts; values that are negative,
 * invalid or of another type count as absent; one of the three totals may be missing.
 */
export function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined
  const total = countIn(value, 'total_tokens', 'totalTokens')
  let prompt = countIn(value, 'prompt_tokens', 'input_tokens', 'promptTokens', 'inputTokens')
  let completion = countIn(value, 'completion_tokens', 'output_tokens', 'completionTokens', 'outputTokens')
  if (total !== undefined && prompt === undefined && completion !== undefined) prompt = total - completion
  if (total !== undefined && completion === undefined && prompt !== undefined) completion = total - prompt
  if (prompt === undefined || completion === undefined || prompt < 0 || completion < 0) return undefined
  // Every prompt has a token: zeros mean that nothing was counted yet.
  if (prompt + completion === 0) return undefined
  const details = completionDetails(value)
  const thoughts = details?.reasoning_tokens ?? 0
  // xAI counts reasoning only in the total, not as completion tokens; the difference shows that, and so does a smaller part.
  if (thoughts > completion || (thoughts > 0 && total === prompt + completion + thoughts))
    completion += thoughts
  return {
    ...value,
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: total !== undefined && total >= prompt + completion ? total : undefined,
    prompt_tokens_details: promptDetails(value),
    completion_tokens_details: details,
    server_tool_use: withCounts(value.server_tool_use),
  }
}

const CACHED = ['cached_tokens', 'prompt_cache_hit_tokens', 'cache_read_input_tokens', 'cacheReadInputTokens']
const WRITTEN = [
  'cache_creation_input_tokens',
  'cacheWriteInputTokens',
  'cache_creation_tokens',
  'cached_creation_tokens',
  'prompt_cache_write_tokens',
]

/**
 * Moonshot, DeepSeek, Anthropic and Bedrock (also behind proxies) report cached tokens outside of the details, LiteLLM and
 * new-api by names of their own. Proxies add the usual names with zeros, so the largest of them counts.
 */
function promptDetails(usage: Fields): PromptDetails | undefined {
  const { prompt_tokens_details, input_tokens_details, input_token_details } = usage
  const given = [prompt_tokens_details, input_tokens_details, input_token_details].find(isRecord)
  const kinds = kindsIn(usage.promptTokensDetails)
  const sound =
    fieldsOf(given?.cached_tokens_details).audio_tokens ?? kindsIn(usage.cacheTokensDetails)?.audio_tokens
  const details = withCounts(merged(sound == null ? kinds : { ...kinds, cached_audio_tokens: sound }, given))
  const cached_tokens = mostOf(details?.cached_tokens, ...CACHED.map((name) => countIn(usage, name)))
  const written = [usage, fieldsOf(given)].map((fields) => countIn(fields, ...WRITTEN))
  const cache_write_tokens = mostOf(details?.cache_write_tokens, ...written)
  if (cached_tokens === undefined && cache_write_tokens === undefined) return details
  const hour = countIn(fieldsOf(usage.cache_creation), 'ephemeral_1h_input_tokens')
  const { cache_write_1h_tokens = hour } = details ?? {}
  return { ...details, cached_tokens, cache_write_tokens, cache_write_1h_tokens }
}

function mostOf(...counts: readonly (number | undefined)[]): number | undefined {
  const known = counts.filter((count) => count !== undefined)
  return known.length > 0 ? Math.max(...known) : undefined
}

function completionDetails(usage: Fields): CompletionDetails | undefined {
  const { completion_tokens_details, output_tokens_details, output_token_details } = usage
  const given = [completion_tokens_details, output_tokens_details, output_token_details].find(isRecord)
  return withCounts(merged(kindsIn(usage.candidatesTokensDetails), given))
}

/** What is given goes before. */
function merged(kinds: Fields | undefined, given: Fields | undefined): Fields | undefined {
  return kinds === undefined ? given : { ...kinds, ...given }
}

/** Gemini's lists of tokens by modality, in OpenAI's names. It bills films and documents as text. */
export function kindsIn(list: unknown): { image_tokens?: number; audio_tokens?: number } | undefined {
  if (!Array.isArray(list)) return undefined
  const kinds: { image_tokens?: number; audio_tokens?: number } = {}
  for (const one of list) {
    const { modality, tokenCount } = fieldsOf(one)
    const name = modality === 'IMAGE' ? 'image_tokens' : modality === 'AUDIO' ? 'audio_tokens' : undefined
    if (name !== undefined) kinds[name] = (kinds[name] ?? 0) + (countOf(tokenCount) ?? 0)
  }
  return kinds
}

/** The members that we read: counts, or absent. Others are passed on. */
const COUNTS = [
  'cached_tokens',
  'cache_write_tokens',
  'cache_write_1h_tokens',
  'image_tokens',
  'audio_tokens',
  'cached_audio_tokens',
  'reasoning_tokens',
  'web_search_requests',
] as const

type Counts = Partial<Record<(typeof COUNTS)[number], number | undefined>> & { [name: string]: unknown }

function withCounts(value: unknown): Counts | undefined {
  if (!isRecord(value)) return undefined
  const counted: Record<string, unknown> = { ...value }
  for (const name of COUNTS) if (counted[name] !== undefined) counted[name] = countIn(value, name)
  return counted as Counts
}
