import type { AssistantStep, Conversation, Prompt } from '../state/conversation'
import { createStep } from '../state/create-step'
import type { PlaygroundStore } from './playground-store'
import { rememberLast } from './remember-last'
import { runStep } from './run-step'

/** Asks every column's model. With `turnId`, that earlier prompt is replaced and what followed it goes. */
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
  rememberLast(store.ownerId, { conversationId, modelIds })
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
