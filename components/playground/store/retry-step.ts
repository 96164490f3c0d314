import { createStep } from '../state/create-step'
import type { PlaygroundStore } from './playground-store'
import { runStep } from './run-step'

type Place = { conversationId: string; columnId: string; turnId: string }

/** Asks again for one answer, by the column's present model. Null asks where the column has no answer yet. */
export function retryStep(store: PlaygroundStore, place: Place, stepId: string | null): void {
  const conversation = store.getState().conversations[place.conversationId]
  const column = conversation?.columns.find((candidate) => candidate.id === place.columnId)
  if (!column) return
  const step = createStep(column.modelId, Date.now())
  store.dispatch(place.conversationId, { type: 'step-retried', ...place, stepId, step })
  void runStep(store, place, step)
}
