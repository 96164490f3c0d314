import { useCallback } from 'react'
import type { ChatModel } from '../models/chat-model'
import { type ParameterName, supportsParameter } from '../request/supports-parameter'
import type { Conversation } from '../state/conversation'
import type { Settings } from '../state/settings'
import { usePlaygroundStore } from '../store/playground-context'

/** How far a parameter reaches: which of the chosen models will not take it. */
export type Support = { disabled: boolean; note: string | null }

export function useSettings(conversation: Conversation, models: readonly ChatModel[]) {
  const store = usePlaygroundStore()
  const change = useCallback(
    (change: Partial<Settings>) => store.dispatch(conversation.id, { type: 'settings-changed', change }),
    [store, conversation.id],
  )
  const chosen = conversation.columns.flatMap(
    (column) => models.find((model) => model.id === column.modelId) ?? [],
  )
  const supportOf = (name: ParameterName): Support => {
    const without = chosen.filter((model) => !supportsParameter(model.supportedParameters, name))
    if (without.length === 0) return { disabled: false, note: null }
    const names = [...new Set(without.map((model) => model.name))].join(', ')
    const disabled = without.length === chosen.length
    return { disabled, note: disabled ? `Not supported by ${names}` : `Not sent to ${names}` }
  }
  return { settings: conversation.settings, change, supportOf }
}
