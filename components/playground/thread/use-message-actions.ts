import { useMemo } from 'react'
import { toast } from 'sonner'
import type { AssistantStep, Prompt } from '../state/conversation'
import type { Action } from '../state/reduce-conversation'
import { answerTools } from '../store/answer-tools'
import { usePlaygroundStore } from '../store/playground-context'
import { retryStep } from '../store/retry-step'
import { sendPrompt } from '../store/send-prompt'
import type { Place } from './place'

/** What can be done with one message, all with a way back where something would be lost. */
export function useMessageActions({ conversationId, columnId, turnId }: Place) {
  const store = usePlaygroundStore()
  return useMemo(() => {
    const place = { conversationId, columnId, turnId }
    const deleteWithUndo = (action: Action) => {
      store.focusPrompt() // what had the focus is gone
      const before = store.getState().conversations[conversationId]
      store.dispatch(conversationId, action)
      if (!before) return
      const { turns, columns } = before
      const onClick = () => store.dispatch(conversationId, { type: 'turns-restored', turns, columns })
      toast('Message deleted', { action: { label: 'Undo', onClick } })
    }
    return {
      retry: (stepId: string | null) => {
        retryStep(store, place, stepId)
        store.focusPrompt()
      },
      resend: (prompt: Prompt) => {
        sendPrompt(store, conversationId, prompt, turnId)
        store.focusPrompt()
      },
      leaveEditor: () => store.focusPrompt(),
      deletePrompt: () => deleteWithUndo({ type: 'turn-deleted', turnId }),
      deleteStep: (stepId: string) => deleteWithUndo({ type: 'step-deleted', turnId, columnId, stepId }),
      answer: (asked: AssistantStep, results: Record<string, string>) => {
        answerTools(store, place, asked, results)
        store.focusPrompt()
      },
    }
  }, [store, conversationId, columnId, turnId])
}
