import type { Item, JsonSchema } from '../../suite'

type Members = { readonly [name: string]: JsonSchema }

/** Every member is needed and none may be added, as strict structured output wants it. */
export function object(properties: Members): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
export const oneOf = (...values: (string | number)[]): JsonSchema => ({ enum: values })
export const text: JsonSchema = { type: 'string' }
export const number: JsonSchema = { type: 'number' }
export const integer: JsonSchema = { type: 'integer' }
export const boolean: JsonSchema = { type: 'boolean' }
export const orNull = (type: string): JsonSchema => ({ type: [type, 'null'] })

/** Facts in a text, to be written as JSON that fits a schema; `expected` is the whole answer. */
export function askForJson(id: string, prompt: string, schema: JsonSchema, expected: unknown): Item {
  const content = `${prompt}\n\nAnswer with JSON that fits the given schema, and nothing else.`
  return {
    id,
    question: {
      messages: [{ role: 'user', content: `${content}\n\nThe schema:\n${JSON.stringify(schema)}` }],
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } },
    },
    check: { kind: 'json', schema, expected },
    reference: { text: JSON.stringify(expected), calls: [] },
  }
}
