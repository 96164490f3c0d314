import { promptTokenCounts } from './prompt-token-counts'

/** How many tokens a chat-completions request has before its answer, at once; see `promptTokenCounts`. */
export function countPromptTokens(request: Readonly<Record<string, unknown>>): number {
  let sum = 0
  for (const count of promptTokenCounts(request)) sum += count
  return sum
}
