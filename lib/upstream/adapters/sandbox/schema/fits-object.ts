import type { JsonSchema, SchemaObject } from './json-schema'
import { propertySchemas } from './property-schemas'
import { readKeyword } from './read-keyword'
import { requiredKeys } from './required-keys'

type Fits = (item: unknown, asked: JsonSchema) => boolean

export function fitsObject(value: SchemaObject, schema: SchemaObject, fits: Fits): boolean {
  const keys = Object.keys(value)
  if (keys.length < (readKeyword.number(schema, 'minProperties') ?? 0)) return false
  if (keys.length > (readKeyword.number(schema, 'maxProperties') ?? Number.POSITIVE_INFINITY)) return false
  const names = readKeyword.schema(schema, 'propertyNames')
  if (names !== undefined && !keys.every((key) => fits(key, names))) return false
  const required = requiredKeys(schema, keys)
  if (!required.every((key) => Object.hasOwn(value, key))) return false
  const schemasOf = propertySchemas(schema)
  return keys.every((key) => schemasOf(key).every((asked) => fits(value[key], asked)))
}
