import { z } from 'zod'
import { parseJsonText } from './parse-json-text'

const Wrapped = z.looseObject({ name: z.string(), schema: z.record(z.string(), z.unknown()) })
const Bare = z.record(z.string(), z.unknown())

export type ParsedSchema = { ok: true; jsonSchema: Record<string, unknown> } | { ok: false; problem: string }

/** Takes a bare JSON Schema, or OpenAI's `{name, schema, strict}` around one. */
export function parseSchema(text: string): ParsedSchema {
  if (text.trim() === '') return { ok: false, problem: 'JSON Schema output needs a schema.' }
  const json = parseJsonText(text)
  if (!json.ok) return json
  const wrapped = Wrapped.safeParse(json.value)
  if (wrapped.success) return { ok: true, jsonSchema: wrapped.data }
  const bare = Bare.safeParse(json.value)
  if (!bare.success || Array.isArray(json.value))
    return { ok: false, problem: 'The schema must be an object: { … }.' }
  return { ok: true, jsonSchema: { name: nameOf(bare.data), strict: true, schema: bare.data } }
}

function nameOf(schema: Record<string, unknown>): string {
  const title =
    typeof schema.title === 'string' ? schema.title.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 64) : ''
  return title.replace(/^_+|_+$/g, '') || 'answer'
}

export const exampleSchema = `{
  "title": "person",
  "type": "object",
  "properties": {
    "name": { "type": "string" },
    "age": { "type": "integer" },
    "city": { "type": "string" }
  },
  "required": ["name", "age", "city"],
  "additionalProperties": false
}`
