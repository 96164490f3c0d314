import { matchPattern } from '../pattern/match-pattern'
import { parsePattern } from '../pattern/parse-pattern'
import type { JsonSchema, SchemaObject } from './json-schema'
import { readKeyword } from './read-keyword'

/** Every schema that speaks of a property, by its name, by a pattern, or as one of all the others. */
export function propertySchemas(schema: SchemaObject, key: string): JsonSchema[] {
  const asked: JsonSchema[] = []
  const named = readKeyword.schemaMap(schema, 'properties').get(key)
  if (named !== undefined) asked.push(named)
  for (const [pattern, item] of readKeyword.schemaMap(schema, 'patternProperties')) {
    const node = parsePattern(pattern)
    if (node !== undefined && matchPattern(node, key)) asked.push(item)
  }
  if (asked.length === 0) asked.push(readKeyword.schema(schema, 'additionalProperties') ?? true)
  return asked
}
