type Fields = Record<string, unknown>

export type WireTool = { type: 'function'; function: Fields & { name: string } }

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTool = (value: unknown): value is WireTool => problemOf(value) === null

/** The first problem of a tool, after its path. */
function problemOf(tool: unknown): string | null {
  if (!isObject(tool)) return ' must be an object {"type": "function", "function": {…}}'
  if (tool.type !== 'function') return '.type must be "function"'
  if (!isObject(tool.function)) return '.function must be an object'
  const { name, description, parameters, strict } = tool.function
  if (typeof name !== 'string') return '.function.name is required'
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) return '.function.name must be 1 to 64 letters, digits, _ or -'
  if (!['undefined', 'string'].includes(typeof description)) return '.function.description must be a string'
  if (parameters !== undefined && !isObject(parameters))
    return '.function.parameters must be a JSON Schema object'
  if (![undefined, null, true, false].some((one) => one === strict))
    return '.function.strict must be true or false'
  return null
}

type ParsedTools = { ok: true; tools: WireTool[] } | { ok: false; problem: string }

/** Parses the text of the tools editor. An empty text is no tools. */
export function parseTools(text: string): ParsedTools {
  if (text.trim() === '') return { ok: true, tools: [] }
  const json = parseJsonText(text)
  if (!json.ok) return json
  if (!Array.isArray(json.value)) return { ok: false, problem: 'tools must be a list: [ … ].' }
  const list: unknown[] = json.value
  const tools = list.filter(isTool)
  const at = list.findIndex((tool) => !isTool(tool))
  if (at >= 0) return { ok: false, problem: `tools[${at}]${problemOf(list[at])}.` }
  const names = tools.map((tool) => tool.function.name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) return { ok: false, problem: `Two tools are named ${twice}.` }
  return { ok: true, tools }
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

export type NamedSchema = Fields & { name: string }
type ParsedSchema = { ok: true; jsonSchema: NamedSchema } | { ok: false; problem: string }

/** Accepts a bare JSON Schema, or OpenAI's `{name, schema, strict}` around one. */
export function parseSchema(text: string): ParsedSchema {
  if (text.trim() === '') return { ok: false, problem: 'Enter a JSON Schema.' }
  const json = parseJsonText(text)
  if (!json.ok) return json
  const { value } = json
  if (!isObject(value)) return { ok: false, problem: 'The schema must be an object: { … }.' }
  if (isNamed(value)) return { ok: true, jsonSchema: value }
  return { ok: true, jsonSchema: { name: nameOf(value), strict: true, schema: value } }
}

const isNamed = (value: Fields): value is NamedSchema =>
  typeof value.name === 'string' && isObject(value.schema)

function nameOf(schema: Fields): string {
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
