import { createId } from '@/lib/client/create-id'
import type { AssistantStep, ToolStep } from '../state/conversation'
import { createStep } from '../state/create-step'
import type { PlaygroundStore } from './playground-store'
import { runStep } from './run-step'

type Place = { conversationId: string; columnId: string; turnId: string }

/** Gives the results of a step's tool calls, by call id, and lets the model go on. */
export function answerTools(
  store: PlaygroundStore,
  place: Place,
  asked: AssistantStep,
  results: Readonly<Record<string, string>>,
): void {
  const answers = asked.toolCalls.map(
    (call): ToolStep => ({
      kind: 'tool',
      id: createId('step'),
      toolCallId: call.id,
      content: results[call.id] ?? '',
    }),
  )
  const step = createStep(asked.modelId, Date.now())
  store.dispatch(place.conversationId, { type: 'tools-answered', ...place, results: answers, step })
  void runStep(store, place, step)
}
