import { z } from 'zod'
import { parseJsonText } from './parse-json-text'
import type { WireTool } from './wire'

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

export type ParsedTools = { ok: true; tools: WireTool[] } | { ok: false; problem: string }

/** The tools editor's text. No text is no tools. */
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
