import { isRecord } from '@/lib/platform/json'

/**
 * Whether a body is a conversation in words with nothing but the commonest fields set, within their bounds: what
 * `ChatRequest` gives back as it is, told at a twentieth of its cost. Whatever is not, or may be wrong, is for the schema.
 */
export function isPlainRequest(body: unknown): boolean {
  if (!isRecord(body) || body.messages === undefined) return false
  for (const name in body) if (!fields.get(name)?.(body[name])) return false
  return true
}

type Check = (value: unknown) => boolean

const between =
  (min: number, max: number): Check =>
  (value) =>
    typeof value === 'number' && value >= min && value <= max
const isTokenLimit: Check = (value) => Number.isInteger(value) && between(1, 10_000_000)(value)

const fields: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['model', (value) => typeof value === 'string' && value.length >= 1 && value.length <= 256],
  ['messages', (value) => Array.isArray(value) && value.length > 0 && value.every(isPlainMessage)],
  ['stream', isBoolean],
  ['stream_options', isPlainStreamOptions],
  ['temperature', between(0, 2)],
  ['top_p', between(0, 1)],
  ['max_tokens', isTokenLimit],
  ['max_completion_tokens', isTokenLimit],
])

const roles: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant'])

function isPlainMessage(message: unknown): boolean {
  if (!isRecord(message) || typeof message.content !== 'string') return false
  for (const name in message) if (name !== 'role' && name !== 'content') return false
  return roles.has(message.role)
}

function isPlainStreamOptions(options: unknown): boolean {
  if (!isRecord(options)) return false
  for (const name in options) if (name !== 'include_usage') return false
  return options.include_usage === undefined || isBoolean(options.include_usage)
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean'
}
