import type { AssistantStep, Conversation } from './conversation'

export type SavedDraft = Pick<AssistantStep, 'id' | 'content' | 'reasoning' | 'toolCalls'>

/**
 * A conversation read back from the browser's store: answers that were being written when the page went away are
 * marked as interrupted and keep what had been saved of them.
 */
export function interruptConversation(conversation: Conversation, drafts: SavedDraft[]): Conversation {
  const saved = new Map(drafts.map((draft) => [draft.id, draft]))
  const turns = conversation.turns.map((turn) => ({
    ...turn,
    replies: Object.fromEntries(
      Object.entries(turn.replies).map(([columnId, steps]) => [
        columnId,
        steps.map((step) => {
          if (step.kind !== 'assistant' || step.status !== 'streaming') return step
          return { ...step, ...saved.get(step.id), status: 'interrupted' as const }
        }),
      ]),
    ),
  }))
  return { ...conversation, turns }
}
