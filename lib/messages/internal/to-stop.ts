import type { AnswerEnd } from '@/lib/chat/read-ending'
import type { StopReason } from '../schema'

type Answer = { hasCalls: boolean; hasRefused: boolean; sequences: readonly string[] }

const reasons: Readonly<Record<string, StopReason>> = {
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
}

/** Why an answer ended. Some upstreams say `stop` although they call a function. */
export function toStop(
  { finishReason, stopSequence }: Pick<AnswerEnd, 'finishReason' | 'stopSequence'>,
  { hasCalls, hasRefused, sequences }: Answer,
): { stop_reason: StopReason; stop_sequence: string | null } {
  const reason = reasons[finishReason]
  if (reason !== undefined) return { stop_reason: reason, stop_sequence: null }
  if (hasCalls) return { stop_reason: 'tool_use', stop_sequence: null }
  if (hasRefused) return { stop_reason: 'refusal', stop_sequence: null }
  if (stopSequence === null || !sequences.includes(stopSequence))
    return { stop_reason: 'end_turn', stop_sequence: null }
  return { stop_reason: 'stop_sequence', stop_sequence: stopSequence }
}
