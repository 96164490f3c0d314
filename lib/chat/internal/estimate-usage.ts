import { countTokens } from '@/lib/platform/count-tokens'
import { countPromptTokens } from '@/lib/upstream/count-prompt-tokens'
import type { ChatRequest, Usage } from '../schema'

/** Of an upstream that did not say: `content` is what the client read, JSON-escaped Latin-1 of UTF-8. */
export function estimateUsage(request: ChatRequest, content: string): Usage {
  return {
    prompt_tokens: countPromptTokens(request),
    completion_tokens: countTokens(unescapeJson(content)),
  }
}

/** A fragment that was cut inside an escape is counted as it stands. */
function unescapeJson(escaped: string): string {
  const text = Buffer.from(escaped, 'latin1').toString('utf8')
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return text
  }
}
