import { isRecord } from '@/lib/platform/json'
import type { UpstreamCompletion } from '../schema'

/**
 * What `UpstreamCompletion` would give back as it is, told at a fraction of its cost and without a copy. Whatever is not
 * is for the schema, which says what is wrong.
 */
export function isWellFormedCompletion(value: unknown): value is UpstreamCompletion {
  if (!isRecord(value) || !Array.isArray(value.choices)) return false
  return value.choices.every(isChoice)
}

function isChoice(choice: unknown): boolean {
  if (!isRecord(choice)) return false
  const { index, finish_reason, message } = choice
  return (
    (index === undefined || (Number.isSafeInteger(index) && Number(index) >= 0)) &&
    (finish_reason == null || typeof finish_reason === 'string') &&
    isMessage(message)
  )
}

function isMessage(message: unknown): boolean {
  if (!isRecord(message)) return false
  const { tool_calls } = message
  return tool_calls == null || Array.isArray(tool_calls)
}
