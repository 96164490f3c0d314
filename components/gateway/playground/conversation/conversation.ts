/**
 * A playground conversation, as held in memory and stored in the browser.
 *
 * One to four models answer the same prompts side by side: each *column* is one model, each *turn* is one prompt with one
 * *reply* per column. A reply is a list of *steps*, because an answer that calls tools continues after their results.
 */
import { z } from 'zod'
import { createId } from '@/lib/client/create-id'
import { formatMoney, fromNanos } from '@/lib/client/format/money'
import { defaultSettings, Settings } from './settings'

export const maxColumns = 4

export const AttachedImage = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  dataUrl: z.string(),
  sizeBytes: z.number(),
})
export type AttachedImage = z.infer<typeof AttachedImage>

export const ToolCall = z.object({ id: z.string(), name: z.string(), arguments: z.string() })
export type ToolCall = z.infer<typeof ToolCall>

export const Failure = z.object({
  /** The HTTP status; null for a network failure or a stream that broke. */
  status: z.number().nullable(),
  code: z.string(),
  message: z.string(),
  param: z.string().nullable(),
  requestId: z.string().nullable(),
  /** Unix milliseconds after which a retry may succeed. */
  retryAt: z.number().nullable(),
  required: z.string().nullable(),
  available: z.string().nullable(),
})
export type Failure = z.infer<typeof Failure>

export const Metrics = z.object({
  promptTokens: z.number().nullable(),
  completionTokens: z.number().nullable(),
  cachedTokens: z.number().nullable(),
  reasoningTokens: z.number().nullable(),
  costUsd: z.number().nullable(),
  firstTokenMs: z.number().nullable(),
  totalMs: z.number().nullable(),
})
export type Metrics = z.infer<typeof Metrics>

export const noMetrics: Metrics = {
  promptTokens: null,
  completionTokens: null,
  cachedTokens: null,
  reasoningTokens: null,
  costUsd: null,
  firstTokenMs: null,
  totalMs: null,
}

export const AssistantStep = z.object({
  kind: z.literal('assistant'),
  id: z.string(),
  modelId: z.string(),
  status: z.enum(['streaming', 'done', 'stopped', 'interrupted', 'failed']),
  content: z.string(),
  reasoning: z.string(),
  toolCalls: z.array(ToolCall),
  finishReason: z.string().nullable(),
  failure: Failure.nullable(),
  metrics: Metrics,
  startedAt: z.number(),
  /** Copied from another column when this one was added: shown and sent as context, but not counted again. */
  copied: z.boolean(),
})
export type AssistantStep = z.infer<typeof AssistantStep>

export const ToolStep = z.object({
  kind: z.literal('tool'),
  id: z.string(),
  toolCallId: z.string(),
  content: z.string(),
})
export type ToolStep = z.infer<typeof ToolStep>

export const Step = z.discriminatedUnion('kind', [AssistantStep, ToolStep])
export type Step = z.infer<typeof Step>

export const Prompt = z.object({ text: z.string(), images: z.array(AttachedImage) })
export type Prompt = z.infer<typeof Prompt>

export const Turn = z.object({
  id: z.string(),
  prompt: Prompt,
  sentAt: z.number(),
  replies: z.record(z.string(), z.array(Step)),
})
export type Turn = z.infer<typeof Turn>

export const Column = z.object({ id: z.string(), modelId: z.string() })
export type Column = z.infer<typeof Column>

/** All finished answers, including those retried or deleted since: they were charged. */
export const Spent = z.object({
  costNanos: z.number(),
  promptTokens: z.number(),
  completionTokens: z.number(),
  answers: z.number(),
})
export type Spent = z.infer<typeof Spent>

export const nothingSpent: Spent = { costNanos: 0, promptTokens: 0, completionTokens: 0, answers: 0 }

export const Conversation = z.object({
  version: z.literal(1),
  id: z.string(),
  title: z.string(),
  /** True once the title was edited; until then it is made from the first prompt. */
  titled: z.boolean(),
  createdAt: z.number(),
  updatedAt: z.number(),
  columns: z.array(Column).min(1).max(maxColumns),
  settings: Settings,
  turns: z.array(Turn),
  spent: Spent,
})
export type Conversation = z.infer<typeof Conversation>

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
  return formatMoney(fromNanos(usd * NANOS_PER_USD), 'cost')
}

/** The total cost of several answers. */
export function formatSpent({ costNanos }: Spent): string {
  return formatMoney(fromNanos(costNanos), 'sum')
}
