import { useCallback } from 'react'
import { findSettingsProblem } from '../request/build-request'
import type { Conversation } from '../state/conversation'
import { usePlayground, usePlaygroundStore } from '../store/playground-context'
import { sendPrompt } from '../store/send-prompt'

/** Sends the prompt being written, and says whether that is possible now. */
export function useSend(conversation: Conversation, busy: boolean) {
  const store = usePlaygroundStore()
  const pending = usePlayground((state) => state.pending)
  const problem = findSettingsProblem(conversation.settings)
  const hasModels = conversation.columns.every((column) => column.modelId !== '')
  const says = pending.text.trim() !== '' || pending.images.length > 0
  const ready = says && hasModels && !busy && !problem
  const send = useCallback(() => {
    if (!ready) return
    const prompt = store.getState().pending
    store.update({ pending: { text: '', images: [] } })
    sendPrompt(store, conversation.id, prompt)
    store.focusPrompt()
  }, [store, ready, conversation.id])
  return { pending, problem, ready, send }
}
