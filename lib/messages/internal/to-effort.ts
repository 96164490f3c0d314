import type { MessagesRequest } from '../schema'

/** Of an answer's tokens, how many may be thoughts, and what chat calls that. */
const LOW_SHARE = 0.2
const MEDIUM_SHARE = 0.45

/** How much the model shall think: what was said outright, else the part of the answer that was given to thoughts. */
export function toEffort({
  thinking,
  output_config,
  max_tokens,
}: Pick<MessagesRequest, 'thinking' | 'output_config' | 'max_tokens'>): { reasoning_effort?: string } {
  const effort = output_config?.effort
  if (thinking?.type === 'disabled') return {}
  if (effort) return { reasoning_effort: effort }
  if (thinking?.type !== 'enabled') return {}
  const share = thinking.budget_tokens / max_tokens
  return { reasoning_effort: share <= LOW_SHARE ? 'low' : share <= MEDIUM_SHARE ? 'medium' : 'high' }
}
