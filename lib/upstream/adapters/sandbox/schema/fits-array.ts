import { itemSchema } from './item-schema'
import type { JsonSchema, SchemaObject } from './json-schema'
import { readKeyword } from './read-keyword'

type Fits = (item: unknown, asked: JsonSchema) => boolean

export function fitsArray(items: readonly unknown[], schema: SchemaObject, fits: Fits): boolean {
  if (items.length < (readKeyword.number(schema, 'minItems') ?? 0)) return false
  if (items.length > (readKeyword.number(schema, 'maxItems') ?? Number.POSITIVE_INFINITY)) return false
  if (schema.uniqueItems === true && new Set(items.map((item) => JSON.stringify(item))).size < items.length)
    return false
  if (!items.every((item, index) => fits(item, itemSchema(schema, index)))) return false
  const contained = readKeyword.schema(schema, 'contains')
  if (contained === undefined) return true
  const count = items.filter((item) => fits(item, contained)).length
  const most = readKeyword.number(schema, 'maxContains') ?? Number.POSITIVE_INFINITY
  return count >= (readKeyword.number(schema, 'minContains') ?? 1) && count <= most
}
