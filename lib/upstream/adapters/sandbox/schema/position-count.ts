import type { SchemaObject } from './json-schema'
import { readKeyword } from './read-keyword'

/** How many items of a list have a schema of their own. */
export function positionCount(schema: SchemaObject): number {
  return readKeyword.schemas(schema, Array.isArray(schema.items) ? 'items' : 'prefixItems').length
}
