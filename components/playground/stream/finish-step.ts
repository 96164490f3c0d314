import { createId } from '@/lib/client/create-id'
import type { AssistantStep } from '../state/conversation'
import type { Outcome } from './run-completion'

/** The step as it is kept, from how its stream ended. */
export function finishStep(step: AssistantStep, outcome: Outcome): AssistantStep {
  const { draft } = outcome
  return {
    ...step,
    status: outcome.status,
    content: draft.content,
    reasoning: draft.reasoning,
    // A result must be able to name its call, and some upstreams give calls no id.
    toolCalls: draft.toolCalls.map((call) => (call.id ? call : { ...call, id: createId('call') })),
    finishReason: draft.finishReason,
    failure: outcome.failure,
    metrics: {
      promptTokens: draft.usage?.prompt_tokens ?? null,
      completionTokens: draft.usage?.completion_tokens ?? null,
      cachedTokens: draft.usage?.prompt_tokens_details?.cached_tokens ?? null,
      reasoningTokens: draft.usage?.completion_tokens_details?.reasoning_tokens ?? null,
      costUsd: draft.usage?.cost ?? null,
      firstTokenMs: draft.firstTokenMs,
      totalMs: outcome.totalMs,
    },
  }
}
