import { isRecord } from '@/lib/platform/json'

/**
 * A message, or a delta of one, whose content is a text. Mistral's reasoning models answer in parts (docs.mistral.ai,
 * "Reasoning"): `{type: 'thinking', thinking: [{type: 'text', text}]}` and `{type: 'text', text}`; clients of OpenAI's
 * format read texts alone, and find thoughts in `reasoning_content`.
 */
export function flatContent<Said extends { content?: unknown }>(said: Said): Said {
  if (!Array.isArray(said.content)) return said
  const thoughts = said.content.map((part) => (isRecord(part) ? textOf(part.thinking) : '')).join('')
  return { ...said, content: textOf(said.content), ...(thoughts && { reasoning_content: thoughts }) }
}

function textOf(parts: unknown): string {
  if (typeof parts === 'string') return parts
  if (!Array.isArray(parts)) return ''
  return parts.map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : '')).join('')
}
