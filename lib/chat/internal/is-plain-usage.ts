import { isRecord } from '@/lib/platform/json'
import type { Usage } from '../schema'

/** Counts of tokens with nothing special about them: what `Usage` gives back as it is, told at a fraction of its cost. */
export function isPlainUsage(value: unknown): value is Usage {
  if (!isRecord(value) || value.server_tool_use != null) return false
  if (value.cached_tokens !== undefined || value.prompt_cache_hit_tokens !== undefined) return false
  const { prompt_tokens, completion_tokens, total_tokens } = value
  const { prompt_tokens_details: prompt, completion_tokens_details: completion } = value
  return (
    isCount(prompt_tokens) &&
    isCount(completion_tokens) &&
    (total_tokens === undefined || isCount(total_tokens)) &&
    (prompt == null || arePlainPromptDetails(prompt)) &&
    (completion == null || isCompletionWhole(completion, prompt_tokens + completion_tokens, total_tokens))
  )
}

/** Thoughts are in the completion where the total is not larger by them. */
function isCompletionWhole(details: unknown, sum: number, total: unknown): boolean {
  if (!isRecord(details)) return false
  if (!isCountOrNone(details.audio_tokens)) return false
  const thoughts = details.reasoning_tokens
  return thoughts == null || thoughts === 0 || (isCount(thoughts) && total !== sum + thoughts)
}

function arePlainPromptDetails(details: unknown): boolean {
  if (!isRecord(details) || !isCountOrNone(details.cached_tokens)) return false
  return details.cache_write_tokens === undefined && details.cache_write_1h_tokens === undefined
}

function isCountOrNone(value: unknown): boolean {
  return value == null || isCount(value)
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
