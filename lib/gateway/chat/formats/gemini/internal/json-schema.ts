import { isRecord } from '@/lib/platform/json'

/** Members of Google's schemas that JSON Schema does not know. */
const UNKNOWN = new Set(['nullable', 'propertyOrdering', 'example'])
/** Google's JSON writes 64-bit integers as strings. */
const COUNTS = new Set(['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties'])

type Fields = Readonly<Record<string, unknown>>

/** A schema in Google's form (ai.google.dev/api/caching#Schema) as JSON Schema. */
export function toJsonSchema(schema: Fields): Record<string, unknown> {
  const json: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(schema)) {
    if (UNKNOWN.has(name)) continue
    if (name === 'type') json.type = toType(value, schema.nullable === true)
    else if (COUNTS.has(name)) json[name] = Number(value)
    else if (name === 'properties' && isRecord(value))
      json.properties = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toSchema(one)]))
    else if (name === 'items' || name === 'additionalProperties') json[name] = toSchema(value)
    else if (name === 'anyOf' && Array.isArray(value)) json.anyOf = value.map(toSchema)
    else json[name] = value
  }
  return json
}

function toSchema(value: unknown): unknown {
  return isRecord(value) ? toJsonSchema(value) : value
}

function toType(type: unknown, isNullable: boolean): unknown {
  if (typeof type !== 'string') return type
  const name = type.toLowerCase()
  return isNullable ? [name, 'null'] : name
}
