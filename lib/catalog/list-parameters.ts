import type { Caller } from '@/lib/platform/caller'
import { findModel } from './find-model'

/** What a chat model that the caller names (or that is its key's default) is known to take; nothing for an unknown one. */
export function listParameters(caller: Caller, model: string | undefined): readonly string[] {
  const isNamed = model !== undefined && model !== 'default'
  const id = isNamed ? model : caller.apiKey?.defaultModels.chat
  return (id == null ? undefined : findModel(id)?.supportedParameters) ?? []
}
