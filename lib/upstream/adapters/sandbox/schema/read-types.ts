import type { SchemaObject } from './json-schema'

/** The types that a schema allows; undefined where it names none and its other keywords hint at none. */
export function readTypes(schema: SchemaObject): string[] | undefined {
  const { type } = schema
  if (typeof type === 'string') return [type]
  if (Array.isArray(type)) return type.filter((item) => typeof item === 'string')
  return undefined
}
