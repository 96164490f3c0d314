/**
 * A playground conversation, as held in memory and stored in the browser.
 *
 * One to four models answer the same prompts side by side: each *column* is one model, each *turn* is one prompt with one
 * *reply* per column. A reply is a list of *steps*, because an answer that calls tools continues after their results.
 */
import { createId } from '@/lib/client/create-id'
import { formatMoney, fromNanos } from '@/lib/client/format/money'
import type { AssistantStep, Conversation, Failure, Metrics, Settings, Spent } from './kept-conversation'
import { defaultSettings } from './settings'

export type {
  AssistantStep,
  AttachedImage,
  Column,
  Conversation,
  Failure,
  Metrics,
  Prompt,
  Spent,
  Step,
  ToolCall,
  ToolStep,
  Turn,
} from './kept-conversation'

export const noMetrics: Metrics = {
  promptTokens: null,
  completionTokens: null,
  cachedTokens: null,
  reasoningTokens: null,
  costUsd: null,
  firstTokenMs: null,
  totalMs: null,
}

export const emptyFailure: Failure = {
  status: null,
  code: 'unknown',
  message: '',
  param: null,
  requestId: null,
  retryAt: null,
  required: null,
  available: null,
}

export const networkFailure: Failure = {
  ...emptyFailure,
  code: 'network_error',
  message: 'The server could not be reached. Check the connection and try again.',
}

export const nothingSpent: Spent = { costNanos: 0, promptTokens: 0, completionTokens: 0, answers: 0 }

type Start = { modelIds: string[]; settings?: Settings; now: number }

/** A conversation without turns. It is not saved until its first prompt is sent. */
export function createConversation({ modelIds, settings = defaultSettings, now }: Start): Conversation {
  return {
    version: 1,
    id: createId('conv'),
    title: 'New conversation',
    titled: false,
    createdAt: now,
    updatedAt: now,
    columns: (modelIds.length > 0 ? modelIds : ['']).map((modelId) => ({ id: createId('col'), modelId })),
    settings,
    turns: [],
    spent: nothingSpent,
  }
}

/** An answer that was just requested. */
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

const NANOS_PER_USD = 1_000_000_000

/** Adds one answer. Costs are summed in nano-dollars, because sums of floats drift. */
export function addUsage(sum: Spent, metrics: Metrics): Spent {
  return {
    costNanos: sum.costNanos + Math.round((metrics.costUsd ?? 0) * NANOS_PER_USD),
    promptTokens: sum.promptTokens + (metrics.promptTokens ?? 0),
    completionTokens: sum.completionTokens + (metrics.completionTokens ?? 0),
    answers: sum.answers + 1,
  }
}

/** The cost of the answers in one column. */
export function sumColumn(conversation: Conversation, columnId: string): Spent {
  return conversation.turns
    .flatMap((turn) => turn.replies[columnId] ?? [])
    .reduce((sum, step) => {
      if (
        step.kind !== 'assistant' ||
        step.copied ||
        step.status === 'streaming' ||
        step.status === 'failed'
      ) {
        return sum
      }
      return addUsage(sum, step.metrics)
    }, nothingSpent)
}

/** The speed after the first token. */
export function tokensPerSecond(metrics: Metrics): number | null {
  const { completionTokens, firstTokenMs, totalMs } = metrics
  if (completionTokens === null || firstTokenMs === null || totalMs === null) return null
  const writingMs = totalMs - firstTokenMs
  if (completionTokens < 2 || writingMs < 50) return null
  return (completionTokens * 1000) / writingMs
}

/** Formats `usage.cost`, a JSON number of dollars. */
export function formatUsd(usd: number): string {
  return formatMoney(fromNanos(usd * NANOS_PER_USD), 'sum')
}

/** The total cost of several answers. */
export function formatSpent({ costNanos }: Spent): string {
  return formatMoney(fromNanos(costNanos), 'sum')
}
