import { countTokens } from '@/lib/platform/tokens'
import { countPromptTokens } from '@/lib/upstream/prompt-tokens'
import type { ChatRequest, Usage } from '../schema'
import { unescapeJson } from './unescape-json'

/** Of an upstream that did not say: `content` is what the client read, JSON-escaped Latin-1 of UTF-8. */
export function estimateUsage(request: ChatRequest, content: string): Usage {
  return {
    prompt_tokens: countPromptTokens(request),
    completion_tokens: countTokens(unescapeJson(content)),
  }
}
