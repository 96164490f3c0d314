import type { Caller } from '@/lib/platform/caller'

/** Whether the caller's key may use the model. */
export function isAllowed(caller: Caller, modelId: string): boolean {
  const allowed = caller.apiKey?.allowedModels ?? null
  return allowed === null || allowed.includes(modelId)
}
