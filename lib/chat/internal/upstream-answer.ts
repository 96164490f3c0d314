import { isRecord } from '@/lib/platform/json'

/**
 * A message, or a delta of one, whose content is a text. Mistral's reasoning models answer in parts (docs.mistral.ai,
 * "Reasoning"): `{type: 'thinking', thinking: [{type: 'text', text}]}` and `{type: 'text', text}`; clients of OpenAI's
 * format read texts alone, and find thoughts in `reasoning_content`.
 */
export function flatContent<Message extends { content?: unknown }>(message: Message): Message {
  if (!Array.isArray(message.content)) return message
  const thoughts = message.content.map((part) => (isRecord(part) ? textOf(part.thinking) : '')).join('')
  return { ...message, content: textOf(message.content), ...(thoughts && { reasoning_content: thoughts }) }
}

function textOf(parts: unknown): string {
  if (typeof parts === 'string') return parts
  if (!Array.isArray(parts)) return ''
  return parts.map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : '')).join('')
}

/** Finish reasons are those of OpenAI; vendors that speak its format write some of their own. */
const known = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'tool_calls'],
  ['content_filter', 'content_filter'],
  ['function_call', 'tool_calls'],
  ['max_tokens', 'length'],
  ['model_length', 'length'],
  ['tool_use', 'tool_calls'],
  ['sensitive', 'content_filter'],
  ['safety', 'content_filter'],
])

export function toFinishReason(reason: string): string {
  return known.get(reason.toLowerCase()) ?? 'stop'
}

/** The fields with text; where none of them is there, those of content in parts and of the transcript of sound. */
const TEXT_KEYS = ['"content":"', '"reasoning_content":"', '"reasoning":"', '"refusal":"', '"arguments":"']
const PART_KEYS = ['"text":"', '"thinking":"', '"transcript":"']

/** A picture or sound counts as content too. */
const WORDLESS = ['"images":[{', '"audio":{']
const SOMETHING = ' '

/** The text that a client reads in an answer or a chunk of one, still JSON-escaped, found without parsing; empty: none. */
export function contentIn(json: string): string {
  return (
    textAt(TEXT_KEYS, json) ||
    textAt(PART_KEYS, json) ||
    (WORDLESS.some((key) => json.includes(key)) ? SOMETHING : '')
  )
}

function textAt(keys: readonly string[], json: string): string {
  let found = ''
  for (const key of keys) {
    for (let at = json.indexOf(key); at >= 0; at = json.indexOf(key, at + 1)) {
      const from = at + key.length
      found += json.slice(from, endOfString(json, from))
    }
  }
  return found
}

function endOfString(json: string, from: number): number {
  for (let at = json.indexOf('"', from); at >= 0; at = json.indexOf('"', at + 1)) {
    let escapes = 0
    while (json.charCodeAt(at - 1 - escapes) === 92) escapes++
    if (escapes % 2 === 0) return at
  }
  return json.length
}

/** JSON-escaped Latin-1 of UTF-8 as text. A fragment that was cut inside an escape is given as it stands. */
export function unescapeJson(escaped: string): string {
  const text = Buffer.from(escaped, 'latin1').toString('utf8')
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return text
  }
}
