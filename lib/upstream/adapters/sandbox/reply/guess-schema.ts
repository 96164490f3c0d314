import { isRecord } from '@/lib/platform/is-record'
import type { Conversation } from '../conversation/conversation'
import type { SchemaObject } from '../schema/json-schema'
import { splitName } from '../schema/split-name'

const MOST_KEYS = 30
const listed =
  /\b(?:keys?|fields?|propert(?:y|ies)|attributes?|columns?)\b(?: (?:named|called|such as|like|are|should be|must be))?\s*[:=]?\s*([^.\n]{1,300})/i
const withNames =
  /\bjson\b[^.\n]{0,40}?\b(?:with|containing|including|of|for)\b(?: (?:the|a|an|my|keys?|fields?))*\s*:?\s*([^.\n]{1,300})/i

/** The object that a message describes in words (`JSON with keys name and age`) or by an example (`{"name": …}`). */
export function guessSchema({ ask, system }: Conversation): SchemaObject | undefined {
  const text = `${ask}\n${system}`
  const keys = readExample(text) ?? readListed(text)
  if (keys.length === 0) return undefined
  const properties = Object.fromEntries(
    keys.slice(0, MOST_KEYS).map((key) => [key, { type: guessType(key) }]),
  )
  for (const schema of Object.values(properties))
    if (schema.type === 'array') Object.assign(schema, { items: { type: 'string' } })
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

function readExample(text: string): string[] | undefined {
  const example = /\{[^{}]{1,1000}\}/.exec(text)?.[0]
  if (example === undefined) return undefined
  const keys =
    keysOf(example) ??
    [...example.matchAll(/["']?([\p{L}_][\p{L}\p{N}_-]{0,40})["']?\s*:/gu)].map((match) => match[1] ?? '')
  return keys.length === 0 ? undefined : keys
}

function keysOf(text: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? Object.keys(value) : undefined
  } catch {
    return undefined
  }
}

function readListed(text: string): string[] {
  const found = listed.exec(text)?.[1] ?? withNames.exec(text)?.[1]
  const list = found?.split(/\s+(?:for|about|describing|from|based|where|that|who|using|of)\s+/)[0]
  if (list === undefined) return []
  const quoted = [...list.matchAll(/["'“`]([\p{L}_][\p{L}\p{N}_ -]{0,40})["'”`]/gu)].map(
    (match) => match[1] ?? '',
  )
  if (quoted.length > 0) return quoted
  return list
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s*;\s*|\s+or\s+/)
    .map((part) => part.replace(/\([^)]*\)/g, '').trim())
    .filter((part) => /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(part))
}

const numeric = [
  'age',
  'count',
  'number',
  'amount',
  'price',
  'total',
  'quantity',
  'year',
  'score',
  'size',
  'rating',
  'temperature',
  'sum',
  'population',
  'cost',
  'value',
  'height',
  'width',
  'length',
  'weight',
  'days',
  'confidence',
  'probability',
  'percentage',
  'hours',
  'minutes',
]
const yesOrNo = [
  'is',
  'has',
  'can',
  'should',
  'enabled',
  'active',
  'ok',
  'success',
  'valid',
  'available',
  'done',
]

function guessType(key: string): 'number' | 'boolean' | 'array' | 'string' {
  const words = splitName(key)
  if (words.some((word) => numeric.includes(word))) return 'number'
  if (words.some((word) => yesOrNo.includes(word))) return 'boolean'
  const last = words.at(-1) ?? ''
  return last.length > 3 && last.endsWith('s') && !/(?:ss|us|is|address)$/.test(last) ? 'array' : 'string'
}
