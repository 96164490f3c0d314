import { isRecord } from '@/lib/platform/is-record'
import { asSchema } from './as-schema'
import type { JsonSchema, SchemaObject } from './json-schema'

/** Keywords of a schema, each read as what it has to be; anything else counts as absent. */
export const readKeyword = {
  schema: (schema: SchemaObject, key: string): JsonSchema | undefined => asSchema(schema[key]),

  schemas: (schema: SchemaObject, key: string): JsonSchema[] => {
    const value = schema[key]
    return Array.isArray(value) ? value.map(asSchema).filter((item) => item !== undefined) : []
  },

  schemaMap: (schema: SchemaObject, key: string): Map<string, JsonSchema> => {
    const value = schema[key]
    const map = new Map<string, JsonSchema>()
    if (!isRecord(value)) return map
    for (const [name, item] of Object.entries(value)) {
      const asked = asSchema(item)
      if (asked !== undefined) map.set(name, asked)
    }
    return map
  },

  number: (schema: SchemaObject, key: string): number | undefined => {
    const value = schema[key]
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  },

  text: (schema: SchemaObject, key: string): string | undefined => {
    const value = schema[key]
    return typeof value === 'string' ? value : undefined
  },

  texts: (schema: SchemaObject, key: string): string[] => {
    const value = schema[key]
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
  },

  values: (schema: SchemaObject, key: string): unknown[] | undefined => {
    const value = schema[key]
    return Array.isArray(value) ? value : undefined
  },
}
