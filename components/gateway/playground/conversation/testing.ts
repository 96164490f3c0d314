import {
  type AssistantStep,
  type Conversation,
  createConversation,
  createStep,
  type Step,
  type Turn,
} from './conversation'

/** A finished answer. */
export function makeStep(change: Partial<AssistantStep> = {}): AssistantStep {
  return { ...createStep('sandbox/chat', 0), status: 'done', content: 'An answer.', ...change }
}

export function makeTurn(id: string, text: string, replies: Record<string, Step[]>): Turn {
  return { id, prompt: { text, images: [] }, sentAt: 0, replies }
}

/** Columns have the IDs a, b, c … in the order of the models. */
export function makeConversation(
  change: Partial<Conversation> = {},
  modelIds = ['sandbox/chat'],
): Conversation {
  const conversation = createConversation({ modelIds, now: 0 })
  const columns = modelIds.map((modelId, at) => ({ id: 'abcd'.charAt(at), modelId }))
  return { ...conversation, columns, ...change }
}
