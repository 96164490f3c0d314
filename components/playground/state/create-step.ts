import { createId } from '@/lib/client/create-id'
import type { AssistantStep, Metrics } from './conversation'

export const noMetrics: Metrics = {
  promptTokens: null,
  completionTokens: null,
  cachedTokens: null,
  reasoningTokens: null,
  costUsd: null,
  firstTokenMs: null,
  totalMs: null,
}

/** An answer that has just been asked for. */
export function createStep(modelId: string, now: number): AssistantStep {
  return {
    kind: 'assistant',
    id: createId('step'),
    modelId,
    status: 'streaming',
    content: '',
    reasoning: '',
    toolCalls: [],
    finishReason: null,
    failure: null,
    metrics: noMetrics,
    startedAt: now,
    copied: false,
  }
}
