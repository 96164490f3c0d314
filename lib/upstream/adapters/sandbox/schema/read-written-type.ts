import type { SchemaObject } from './json-schema'
import { readTypes } from './read-types'

const hints: readonly (readonly [string, readonly string[]])[] = [
  ['object', ['properties', 'required', 'minProperties', 'additionalProperties', 'patternProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'contains']],
  ['string', ['pattern', 'format', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
]

/** What to write: the first type that is not null, or what the other keywords speak of, or text. */
export function readWrittenType(schema: SchemaObject): string {
  const types = readTypes(schema)
  if (types !== undefined) return types.find((type) => type !== 'null') ?? types[0] ?? 'string'
  return (
    hints.find(([, keywords]) => keywords.some((keyword) => Object.hasOwn(schema, keyword)))?.[0] ?? 'string'
  )
}
