import { matchPattern } from '../pattern/match-pattern'
import { parsePattern } from '../pattern/parse-pattern'
import type { JsonSchema, SchemaObject } from './json-schema'
import { readKeyword } from './read-keyword'

/** Tells of a property every schema that speaks of it, by its name, by a pattern, or as one of all the others. */
export function propertySchemas(schema: SchemaObject): (key: string) => JsonSchema[] {
  const byName = readKeyword.schemaMap(schema, 'properties')
  const byPattern = [...readKeyword.schemaMap(schema, 'patternProperties')].map(([pattern, asked]) => ({
    node: parsePattern(pattern),
    asked,
  }))
  const others = readKeyword.schema(schema, 'additionalProperties') ?? true
  return (key) => {
    const named = byName.get(key)
    const asked = named === undefined ? [] : [named]
    for (const one of byPattern)
      if (one.node !== undefined && matchPattern(one.node, key)) asked.push(one.asked)
    return asked.length > 0 ? asked : [others]
  }
}
