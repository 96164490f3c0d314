import { callApi, shapesOf } from '@/lib/client/api-client'
import { createId } from '@/lib/client/create-id'
import { apiPaths } from '@/lib/client/paths'
import { cutText } from '@/lib/platform/escape'
import {
  type AssistantStep,
  type Conversation,
  createStep,
  networkFailure,
  type Prompt,
  type ToolStep,
} from '../conversation/conversation'
import type { Bill } from '../conversation/reduce-conversation'
import { buildRequest, composeMessages } from '../conversation/request'
import type { Outcome } from './completion'
import { type Draft, emptyDraft } from './draft'
import type { PlaygroundStore } from './playground-store'

/** The place of a message: conversation, model column and turn. */
export type ReplyIds = { conversationId: string; columnId: string; turnId: string }

/** Asks every column's model. With `turnId`, that prompt is replaced and the turns after it are dropped. */
export function sendPrompt(
  store: PlaygroundStore,
  conversationId: string,
  prompt: Prompt,
  turnId?: string,
): void {
  const conversation = store.getState().conversations[conversationId]
  if (!conversation) return
  const now = Date.now()
  const steps = createSteps(conversation, now)
  store.dispatch(
    conversationId,
    turnId === undefined
      ? { type: 'prompt-sent', prompt, steps, now }
      : { type: 'prompt-edited', turnId, prompt, steps, now },
  )
  const modelIds = conversation.columns.map((column) => column.modelId)
  store.remember({ conversationId, modelIds })
  const sentTurn = store.getState().conversations[conversationId]?.turns.at(-1)
  if (!sentTurn) return
  for (const [columnId, step] of Object.entries(steps)) {
    void runStep(store, { conversationId, columnId, turnId: sentTurn.id }, step)
  }
}

function createSteps(conversation: Conversation, now: number): Record<string, AssistantStep> {
  return Object.fromEntries(
    conversation.columns.map((column) => [column.id, createStep(column.modelId, now)]),
  )
}

/** Asks the column's current model for one answer again. Null: for an answer where the column has none yet. */
export function retryStep(store: PlaygroundStore, ids: ReplyIds, stepId: string | null): void {
  const conversation = store.getState().conversations[ids.conversationId]
  const column = conversation?.columns.find((candidate) => candidate.id === ids.columnId)
  if (!column) return
  const step = createStep(column.modelId, Date.now())
  store.dispatch(ids.conversationId, { type: 'step-retried', ...ids, stepId, step })
  void runStep(store, ids, step)
}

/** Adds the results of a step's tool calls, by call ID, and lets the model continue. */
export function answerTools(
  store: PlaygroundStore,
  ids: ReplyIds,
  answered: AssistantStep,
  results: Readonly<Record<string, string>>,
): void {
  const answers = answered.toolCalls.map(
    (call): ToolStep => ({
      kind: 'tool',
      id: createId('step'),
      toolCallId: call.id,
      content: results[call.id] ?? '',
    }),
  )
  const step = createStep(answered.modelId, Date.now())
  store.dispatch(ids.conversationId, { type: 'tools-answered', ...ids, results: answers, step })
  void runStep(store, ids, step)
}

/** Stops the given answers. What has arrived stays. */
export function stopSteps(store: PlaygroundStore, stepIds: readonly string[]): void {
  for (const stepId of stepIds) store.runs.get(stepId)?.abort()
}

/** Reads an answer's stream; loaded while the first question is typed. */
export const loadCompletion = () => import('./completion')

const checkpointMs = 500

/** Streams one answer into a step of the conversation. */
async function runStep(store: PlaygroundStore, ids: ReplyIds, step: AssistantStep): Promise<void> {
  const { conversations, models } = store.getState()
  const conversation = conversations[ids.conversationId]
  if (!conversation) return
  const messages = composeMessages(conversation, { ...ids, beforeStepId: step.id })
  const supported = models.find((model) => model.id === step.modelId)?.supportedParameters ?? []
  const request = buildRequest({
    modelId: step.modelId,
    supported,
    settings: conversation.settings,
    messages,
  })
  const controller = new AbortController()
  store.runs.set(step.id, controller)
  store.update({ live: { ...store.getState().live, [step.id]: ids.conversationId } })
  const checkpoint = setInterval(() => void store.saveDrafts(), checkpointMs)
  const onDraft = (draft: Draft) => store.drafts.write(step.id, draft)
  const outcome = await loadCompletion().then(
    ({ runCompletion }) => runCompletion({ request, signal: controller.signal, onDraft }),
    (): Outcome => ({
      status: 'failed',
      draft: emptyDraft,
      failure: networkFailure,
      totalMs: 0,
      requestId: null,
    }),
  )
  clearInterval(checkpoint)
  store.runs.delete(step.id)
  if (store.leaving) return
  const finished = finishStep(step, outcome)
  const { [step.id]: _ended, ...live } = store.getState().live
  store.update({ live, announcement: announce(finished) })
  store.dispatch(ids.conversationId, { type: 'step-finished', step: finished })
  store.drafts.remove(step.id)
  // A stopped stream never gets its usage, which comes last. What was delivered is billed, so the cost is looked up.
  if (outcome.status !== 'stopped' || !outcome.requestId) return
  const bill = await readBill(outcome.requestId)
  if (bill) store.dispatch(ids.conversationId, { type: 'step-billed', stepId: step.id, bill })
}

const spokenLength = 400

function announce(step: AssistantStep): string {
  if (step.status === 'failed') return `${step.modelId} failed: ${step.failure?.message ?? ''}`
  if (step.status === 'stopped') return `${step.modelId} was stopped.`
  if (step.toolCalls.length > 0) return `${step.modelId} called ${step.toolCalls.length} tools.`
  const text = cutText(step.content, spokenLength)
  return `${step.modelId} answered: ${text}${step.content.length > spokenLength ? ' …' : ''}`
}

/** The finished step, from how its stream ended. */
export function finishStep(step: AssistantStep, outcome: Outcome): AssistantStep {
  const { draft } = outcome
  return {
    ...step,
    status: outcome.status,
    content: draft.content,
    reasoning: draft.reasoning,
    // A result has to name its call, and some upstreams send no ID.
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

const shape = shapesOf<typeof import('@/lib/money/usage/schema')>()

/** The gateway settles a stopped request shortly after it was stopped. */
const waitsMs = [300, 900, 2_500, 6_000]

/** The bill of a request, from the usage list; null if it does not appear there in time. */
async function readBill(requestId: string): Promise<Bill | null> {
  for (const waitMs of waitsMs) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    const item = await callApi(apiPaths.recentRequest(requestId), { reply: shape('RecentItem') }).catch(
      () => null,
    )
    if (item) {
      return {
        promptTokens: item.prompt_tokens,
        completionTokens: item.completion_tokens,
        costUsd: Number(item.cost),
      }
    }
  }
  return null
}
