import { isRecord } from '@/lib/platform/json'
import { countIn, type Fields } from './members'

/** What an answer used. Zero is a value; only what is absent is unknown. Further fields are the upstream's own. */
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
  /** Put into a cache; and how many of them for an hour. */
  cache_write_tokens?: number | undefined
  cache_write_1h_tokens?: number | undefined
  [name: string]: unknown
}
type CompletionDetails = {
  reasoning_tokens?: number | undefined
  audio_tokens?: number | undefined
  [name: string]: unknown
}

/**
 * An upstream's usage in OpenAI's form; undefined where it says nothing that can be used. Numbers may be texts; what is
 * negative, broken or of another type counts as absent; one of three sums may be missing.
 */
export function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined
  const total = countIn(value, 'total_tokens')
  let prompt = countIn(value, 'prompt_tokens', 'input_tokens', 'promptTokens', 'inputTokens')
  let completion = countIn(value, 'completion_tokens', 'output_tokens', 'completionTokens', 'outputTokens')
  if (total !== undefined && prompt === undefined && completion !== undefined) prompt = total - completion
  if (total !== undefined && completion === undefined && prompt !== undefined) completion = total - prompt
  if (prompt === undefined || completion === undefined || prompt < 0 || completion < 0) return undefined
  // Every prompt has a token: zeros are what is sent before anything was counted.
  if (prompt + completion === 0) return undefined
  const details = completionDetails(value)
  const thoughts = details?.reasoning_tokens ?? 0
  // xAI counts reasoning not as completion tokens, but in the total: the difference shows it.
  const isBeside = thoughts > 0 && total === prompt + completion + thoughts
  return {
    ...value,
    prompt_tokens: prompt,
    completion_tokens: completion + (isBeside ? thoughts : 0),
    total_tokens: total !== undefined && total >= prompt + completion ? total : undefined,
    prompt_tokens_details: promptDetails(value),
    completion_tokens_details: details,
    server_tool_use: withCounts(value.server_tool_use, ['web_search_requests']),
  }
}

/** Moonshot, DeepSeek and Anthropic, whose names proxies keep, report what a cache had beside the details. */
function promptDetails(usage: Fields): PromptDetails | undefined {
  const given = isRecord(usage.prompt_tokens_details)
    ? usage.prompt_tokens_details
    : usage.input_tokens_details
  const details = withCounts(given, ['cached_tokens', 'cache_write_tokens', 'cache_write_1h_tokens'])
  const cached = countIn(usage, 'cached_tokens', 'prompt_cache_hit_tokens', 'cache_read_input_tokens')
  const written = countIn(usage, 'cache_creation_input_tokens')
  if (cached === undefined && written === undefined) return details
  const { cached_tokens = cached, cache_write_tokens = written } = details ?? {}
  return { ...details, cached_tokens, cache_write_tokens }
}

function completionDetails(usage: Fields): CompletionDetails | undefined {
  const given = isRecord(usage.completion_tokens_details)
    ? usage.completion_tokens_details
    : usage.output_tokens_details
  return withCounts(given, ['reasoning_tokens', 'audio_tokens'])
}

/** The fields with these as counts, or absent. */
function withCounts<Name extends string>(
  value: unknown,
  names: readonly Name[],
): (Partial<Record<Name, number>> & Record<string, unknown>) | undefined {
  if (!isRecord(value)) return undefined
  const counts: Partial<Record<Name, number | undefined>> = {}
  for (const name of names) counts[name] = countIn(value, name)
  return { ...value, ...counts } as Partial<Record<Name, number>> & Record<string, unknown>
}
