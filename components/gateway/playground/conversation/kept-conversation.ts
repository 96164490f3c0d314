/** What the browser stores, parsed when it is read: another version may have written it. Loaded if there is something. */
import { z } from 'zod'
import { maxColumns } from '../models/chat-model'

/**
 * The parameters of a conversation. `null` means "not sent": the model's default applies. Tools and the JSON Schema are
 * stored as typed, valid or not, so that no text is lost.
 */
export const Settings = z.object({
  system: z.string(),
  temperature: z.number().nullable(),
  topP: z.number().nullable(),
  maxTokens: z.number().int().nullable(),
  frequencyPenalty: z.number().nullable(),
  presencePenalty: z.number().nullable(),
  stop: z.array(z.string()),
  seed: z.number().int().nullable(),
  responseFormat: z.enum(['text', 'json_object', 'json_schema']),
  schemaText: z.string(),
  webSearch: z.boolean(),
  toolsText: z.string(),
  /** `auto`, `none`, `required`, or the name of one of the tools behind `function:`. */
  toolChoice: z.string(),
})
export type Settings = z.infer<typeof Settings>

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

/** What is saved of an answer being written. */
export const SavedDrafts = z.array(
  AssistantStep.pick({ id: true, content: true, reasoning: true, toolCalls: true }),
)

/** A conversation in the list. Stored separately, so that listing does not load images and answers. */
const Summary = z.object({
  id: z.string(),
  title: z.string(),
  updatedAt: z.number(),
  modelIds: z.array(z.string()),
  /** The beginning of the messages in lower case, for the search. */
  searchText: z.string(),
})
export type Summary = z.infer<typeof Summary>
export const Summaries = z.array(Summary)

/** The last conversation and models of this browser. */
export const Last = z.object({ conversationId: z.string().nullable(), modelIds: z.array(z.string()) })
export type Last = z.infer<typeof Last>
