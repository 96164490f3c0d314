import { useMemo } from 'react'
import type { ChatModel } from '../models/chat-model'
import { buildRequest } from '../request/build-request'
import type { WireMessage, WireRequest } from '../request/wire'
import { composeMessages, composePrompt } from '../state/compose-messages'
import type { Conversation } from '../state/conversation'
import { usePlayground } from '../store/playground-context'

const placeholder: WireMessage = { role: 'user', content: 'Hello!' }

/** The request that Send would make for one column; with nothing written yet, one that could be made. */
export function usePresentRequest(
  conversation: Conversation,
  models: readonly ChatModel[],
  columnId: string,
): WireRequest {
  const pending = usePlayground((state) => state.pending)
  return useMemo(() => {
    const modelId = conversation.columns.find((column) => column.id === columnId)?.modelId ?? ''
    const written = pending.text.trim() !== '' || pending.images.length > 0
    const before = lastRequestMessages(conversation, columnId, written)
    const next: WireMessage[] = written ? [{ role: 'user', content: composePrompt(pending) }] : []
    const messages = [...before, ...next]
    return buildRequest({
      modelId,
      supported: models.find((model) => model.id === modelId)?.supportedParameters ?? [],
      settings: conversation.settings,
      messages: messages.some((message) => message.role === 'user') ? messages : [...messages, placeholder],
    })
  }, [conversation, models, columnId, pending])
}

/** With nothing new to send, the present request is the last one made: its answer is not part of it. */
function lastRequestMessages(
  conversation: Conversation,
  columnId: string,
  continues: boolean,
): WireMessage[] {
  const last = conversation.turns.at(-1)
  const final = last?.replies[columnId]?.at(-1)
  if (continues || !last || !final) return composeMessages(conversation, { columnId })
  return composeMessages(conversation, { columnId, turnId: last.id, beforeStepId: final.id })
}
