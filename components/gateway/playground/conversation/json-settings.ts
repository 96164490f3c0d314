import { z } from 'zod'

export type WireTool = { type: 'function'; function: Record<string, unknown> & { name: string } }

const ToolFunction = z.looseObject({
  name: z
    .string({ error: 'is required' })
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -'),
  description: z.string({ error: 'must be a string' }).optional(),
  parameters: z.record(z.string(), z.unknown(), { error: 'must be a JSON Schema object' }).optional(),
  strict: z.boolean({ error: 'must be true or false' }).nullable().optional(),
})

const Tools = z.array(
  z.looseObject(
    {
      type: z.literal('function', { error: 'must be "function"' }),
      function: ToolFunction,
    },
    { error: 'must be an object {"type": "function", "function": {…}}' },
  ),
  { error: 'must be a list: [ … ]' },
)

type ParsedTools = { ok: true; tools: WireTool[] } | { ok: false; problem: string }

/** Parses the text of the tools editor. An empty text is no tools. */
export function parseTools(text: string): ParsedTools {
  if (text.trim() === '') return { ok: true, tools: [] }
  const json = parseJsonText(text)
  if (!json.ok) return json
  const parsed = Tools.safeParse(json.value)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const path = (issue?.path ?? []).map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    return { ok: false, problem: `tools${path.join('')} ${issue?.message ?? 'is not valid'}.` }
  }
  const names = parsed.data.map((tool) => tool.function.name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) return { ok: false, problem: `Two tools are named ${twice}.` }
  return { ok: true, tools: parsed.data }
}

export const exampleTools = `[
  {
    "type": "function",
    "function": {
      "name": "get_weather",
      "description": "The weather in a city right now.",
      "parameters": {
        "type": "object",
        "properties": {
          "city": { "type": "string", "description": "Name of the city" },
          "unit": { "type": "string", "enum": ["celsius", "fahrenheit"] }
        },
        "required": ["city"]
      }
    }
  }
]`

const Wrapped = z.looseObject({ name: z.string(), schema: z.record(z.string(), z.unknown()) })
const Bare = z.record(z.string(), z.unknown())

type ParsedSchema = { ok: true; jsonSchema: Record<string, unknown> } | { ok: false; problem: string }

/** Accepts a bare JSON Schema, or OpenAI's `{name, schema, strict}` around one. */
export function parseSchema(text: string): ParsedSchema {
  if (text.trim() === '') return { ok: false, problem: 'Enter a JSON Schema.' }
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

type ParsedJson = { ok: true; value: unknown } | { ok: false; problem: string }

/** Parses typed JSON. Errors name the line, which browsers report differently or not at all. */
export function parseJsonText(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    const at = findError(text)
    if (at === text.length) return { ok: false, problem: 'Unexpected end of JSON: something is not closed.' }
    const line = text.slice(0, at).split('\n').length
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    return {
      ok: false,
      problem: `Line ${line}: unexpected ${character === '\n' ? 'end of line' : character}.`,
    }
  }
}

const space = /[ \t\n\r]*/y
const scalar =
  /"(?:[^"\\\n\r\t]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const string = /"(?:[^"\\\n\r\t]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y

/** The index at which a text stops being JSON; its length if it only ends too early. */
function findError(text: string): number {
  let at = 0
  const match = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.test(text)
    if (found) at = pattern.lastIndex
    return found
  }
  const skip = (character: string): boolean => {
    match(space)
    if (text[at] !== character) return false
    at += 1
    match(space)
    return true
  }
  const value = (): boolean => {
    match(space)
    if (text[at] === '{') return list('}', () => match(string) && skip(':') && value())
    if (text[at] === '[') return list(']', value)
    return match(scalar)
  }
  const list = (close: string, item: () => boolean): boolean => {
    at += 1
    if (skip(close)) return true
    do {
      match(space)
      if (!item()) return false
    } while (skip(','))
    return skip(close)
  }
  if (value()) match(space)
  // An unfinished string fails at its opening quote, but what is missing is its end.
  return text[at] === '"' && !/["\n]/.test(text.slice(at + 1)) ? text.length : at
}
