import { countTokens, splitTokens } from '@/lib/platform/tokens'
import type { ToolCall } from '../tools/tool-call'
import type { Answer } from './answer'
import { keepTokens } from './keep-tokens'

/** Calls as an answer of at most so many tokens: where they run out, so do the arguments. */
export function limitCalls(calls: readonly ToolCall[], mostTokens: number): Answer {
  const answer: Answer = { content: [], toolCalls: [], finishReason: 'tool_calls', tokens: 0 }
  for (const { id, name, arguments: text } of calls) {
    const nameTokens = countTokens(name)
    const left = Math.max(mostTokens - answer.tokens - nameTokens, 0)
    const { kept, tokens, isCut } = keepTokens(splitTokens(text), left)
    answer.toolCalls.push({ id, name, arguments: kept })
    answer.tokens = Math.min(answer.tokens + nameTokens + tokens, mostTokens)
    if (!isCut) continue
    answer.finishReason = 'length'
    break
  }
  return answer
}
