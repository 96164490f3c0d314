import type { JsonSchema, SchemaObject } from './json-schema'
import { readKeyword } from './read-keyword'

/** Positions first (`prefixItems`, or `items` as a list in older drafts), then the schema of the rest. */
export function itemSchema(schema: SchemaObject, index: number): JsonSchema {
  const isOldTuple = Array.isArray(schema.items)
  const positions = isOldTuple
    ? readKeyword.schemas(schema, 'items')
    : readKeyword.schemas(schema, 'prefixItems')
  const rest = isOldTuple
    ? readKeyword.schema(schema, 'additionalItems')
    : readKeyword.schema(schema, 'items')
  return positions[index] ?? rest ?? true
}
