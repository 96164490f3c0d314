import type { LanguageModelV4FinishReason } from '@ai-sdk/provider'

/** Reasons of Google's for which the package has no word of its own. */
const FILTERED = /^(?:IMAGE_|NO_IMAGE|LANGUAGE)/
const BROKEN = /^(?:UNEXPECTED_TOOL_CALL|TOO_MANY_TOOL_CALLS|MALFORMED_)/

/** OpenAI's word; null: the answer is not whole, or the vendor says itself that it makes no sense. */
export function toFinishReason({ unified, raw }: LanguageModelV4FinishReason): string | null {
  switch (unified) {
    case 'stop':
    case 'length':
      return unified
    case 'tool-calls':
      return 'tool_calls'
    case 'content-filter':
      return 'content_filter'
    case 'error':
    case 'interrupted':
      return null
    case 'other':
      if (raw === undefined || BROKEN.test(raw)) return null
      return FILTERED.test(raw) ? 'content_filter' : 'stop'
  }
}
