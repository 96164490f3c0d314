import { buildRequest } from '../request/build-request'
import { composeMessages } from '../state/compose-messages'
import type { AssistantStep } from '../state/conversation'
import { finishStep } from '../stream/finish-step'
import { readBill } from '../stream/read-bill'
import { runCompletion } from '../stream/run-completion'
import type { PlaygroundStore } from './playground-store'

type Place = { conversationId: string; columnId: string; turnId: string }

const checkpointMs = 500

/** Streams one answer into a step that stands in the conversation already. */
export async function runStep(store: PlaygroundStore, place: Place, step: AssistantStep): Promise<void> {
  const conversation = store.getState().conversations[place.conversationId]
  if (!conversation) return
  const messages = composeMessages(conversation, { ...place, beforeStepId: step.id })
  const supported = store.models.find((model) => model.id === step.modelId)?.supportedParameters ?? []
  const request = buildRequest({
    modelId: step.modelId,
    supported,
    settings: conversation.settings,
    messages,
  })
  const controller = new AbortController()
  store.runs.set(step.id, controller)
  store.update({ live: { ...store.getState().live, [step.id]: place.conversationId } })
  const checkpoint = setInterval(() => void store.saveDrafts(), checkpointMs)
  const outcome = await runCompletion({
    request,
    signal: controller.signal,
    onDraft: (draft) => store.drafts.write(step.id, draft),
  })
  clearInterval(checkpoint)
  store.runs.delete(step.id)
  if (store.leaving) return
  const finished = finishStep(step, outcome)
  const { [step.id]: _ended, ...live } = store.getState().live
  store.update({ live, announcement: announce(finished) })
  store.dispatch(place.conversationId, { type: 'step-finished', step: finished })
  store.drafts.remove(step.id)
  // Who stops does not get the usage, which comes last; but what was delivered is billed, and the ledger knows it.
  if (outcome.status !== 'stopped' || !outcome.requestId) return
  const bill = await readBill(outcome.requestId)
  if (bill) store.dispatch(place.conversationId, { type: 'step-billed', stepId: step.id, bill })
}

const spokenLength = 400

function announce(step: AssistantStep): string {
  if (step.status === 'failed') return `${step.modelId} failed: ${step.failure?.message ?? ''}`
  if (step.status === 'stopped') return `${step.modelId} was stopped.`
  if (step.toolCalls.length > 0)
    return `${step.modelId} asks for the result of ${step.toolCalls.length} tool calls.`
  const text = step.content.slice(0, spokenLength)
  return `${step.modelId} answered: ${text}${step.content.length > spokenLength ? ' …' : ''}`
}
