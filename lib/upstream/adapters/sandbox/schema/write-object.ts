import { parsePattern } from '../pattern/parse-pattern'
import { writeMatch } from '../pattern/write-match'
import type { JsonSchema, SchemaObject } from './json-schema'
import { propertySchemas } from './property-schemas'
import { readKeyword } from './read-keyword'
import { requiredKeys } from './required-keys'
import type { Place, Writing } from './writing'

/** Below this, only what is required is written. */
const DEEP = 4
const MOST_PROPERTIES = 200

export function writeObject(schema: SchemaObject, place: Place, writing: Writing): Record<string, unknown> {
  const values = new Map<string, unknown>()
  const schemasOf = propertySchemas(schema)
  for (const key of chooseKeys(schema, place, writing)) {
    const asked = { allOf: schemasOf(key) }
    values.set(key, writing.write(asked, { name: key, depth: place.depth + 1, variant: place.variant }))
  }
  return Object.fromEntries(values)
}

function chooseKeys(schema: SchemaObject, place: Place, writing: Writing): string[] {
  const properties = [...readKeyword.schemaMap(schema, 'properties')].filter(([, asked]) => asked !== false)
  const required = requiredKeys(schema, [])
  const chosen = new Set(required)
  const most = Math.min(readKeyword.number(schema, 'maxProperties') ?? MOST_PROPERTIES, MOST_PROPERTIES)
  for (const [key, asked] of properties) {
    if (chosen.size >= most) break
    if (isWanted(key, asked, place, writing)) add(chosen, schema, key)
  }
  const least = Math.min(readKeyword.number(schema, 'minProperties') ?? 0, MOST_PROPERTIES)
  for (const [key] of properties) if (chosen.size < least) add(chosen, schema, key)
  for (let i = 0; chosen.size < least && i < MOST_PROPERTIES * 2; i++) chosen.add(newKey(schema, i))
  const places = new Map(properties.map(([key], at) => [key, at]))
  const placeOf = (key: string) => places.get(key) ?? places.size
  return [...chosen].sort((a, b) => placeOf(a) - placeOf(b)).slice(0, MOST_PROPERTIES)
}

function isWanted(key: string, asked: JsonSchema, place: Place, writing: Writing): boolean {
  if (place.depth >= DEEP) return false
  if (writing.optional === 'all') return true
  if (typeof asked === 'boolean' || writing.budget.looks-- <= 0) return false
  const members = readKeyword.values(asked, 'enum')
  if (members !== undefined) {
    return members.some((member) => typeof member === 'string' && writing.material.mentions(member))
  }
  return writing.material.suggest(key, asked).some((suggestion) => suggestion.isNamed)
}

/** A property together with what it cannot be without. */
function add(chosen: Set<string>, schema: SchemaObject, key: string): void {
  chosen.add(key)
  for (const other of requiredKeys(schema, [key])) chosen.add(other)
}

/** A name for a property that the schema does not list. */
function newKey(schema: SchemaObject, index: number): string {
  const names = readKeyword.schema(schema, 'propertyNames')
  const patterns = [...readKeyword.schemaMap(schema, 'patternProperties').keys()]
  const asked = typeof names === 'object' ? readKeyword.text(names, 'pattern') : undefined
  const pattern = asked ?? (schema.additionalProperties === false ? patterns[0] : undefined)
  const node = pattern === undefined ? undefined : parsePattern(pattern)
  const written =
    node === undefined ? undefined : writeMatch(node, { minLength: 1, maxLength: 40, variant: index })
  return written ?? `property_${index + 1}`
}
