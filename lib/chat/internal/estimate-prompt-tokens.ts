import { countTokens } from '@/lib/platform/count-tokens'
import type { ChatRequest } from '../schema'

/** Counts for answers whose upstream did not say (`usage_source: "estimated"`): a real tokenizer over the real text. */
const TOKENS_PER_MESSAGE = 4
const TOKENS_PER_IMAGE = 765

export function estimatePromptTokens(request: ChatRequest): number {
  let tokens = 3
  for (const message of request.messages) {
    tokens += TOKENS_PER_MESSAGE
    const { content } = message
    if (typeof content === 'string') tokens += countTokens(content)
    else
      for (const part of content ?? []) {
        if (part.type === 'text') tokens += countTokens(part.text)
        else if (part.type === 'image_url') tokens += TOKENS_PER_IMAGE
      }
  }
  if (request.tools) tokens += countTokens(JSON.stringify(request.tools))
  return tokens
}
