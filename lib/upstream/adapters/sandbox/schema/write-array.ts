import { flattenSchema } from './flatten-schema'
import { itemSchema } from './item-schema'
import type { JsonSchema, SchemaObject } from './json-schema'
import { positionCount } from './position-count'
import { readKeyword } from './read-keyword'
import type { Place, Writing } from './writing'

const DEEP = 4
const MOST_ITEMS = 200
const MOST_FROM_MESSAGE = 10

export function writeArray(schema: SchemaObject, place: Place, writing: Writing): unknown[] {
  const items: unknown[] = []
  const seen = new Set<string>()
  const count = chooseCount(schema, place, writing)
  for (let variant = 0; items.length < count && variant < count + MOST_ITEMS; variant++) {
    const asked = askedAt(schema, items.length)
    const item = writing.write(asked, {
      name: place.name,
      depth: place.depth + 1,
      variant: place.variant + variant,
    })
    const text = JSON.stringify(item)
    if (schema.uniqueItems === true && seen.has(text)) continue
    seen.add(text)
    items.push(item)
  }
  return items
}

/** The first items are those that `contains` asks for. */
function askedAt(schema: SchemaObject, index: number): JsonSchema {
  const asked = itemSchema(schema, index)
  const contained = readKeyword.schema(schema, 'contains')
  const least = readKeyword.number(schema, 'minContains') ?? 1
  return contained !== undefined && index < least ? { allOf: [asked, contained] } : asked
}

function chooseCount(schema: SchemaObject, place: Place, writing: Writing): number {
  const most = Math.min(readKeyword.number(schema, 'maxItems') ?? MOST_ITEMS, MOST_ITEMS)
  const contains = schema.contains === undefined ? 0 : (readKeyword.number(schema, 'minContains') ?? 1)
  const least = Math.max(readKeyword.number(schema, 'minItems') ?? 0, contains)
  if (place.depth >= DEEP || itemSchema(schema, 0) === false) return Math.min(least, most)
  const wanted = Math.max(1, positionCount(schema), countInMessage(schema, writing))
  return Math.max(Math.min(wanted, most), Math.min(least, most))
}

/** People, places and the like that the message names, when the items are about such. */
function countInMessage(schema: SchemaObject, writing: Writing): number {
  const item = flattenSchema(itemSchema(schema, 0), writing.root)
  if (item === undefined) return 0
  for (const [name, asked] of readKeyword.schemaMap(item, 'properties')) {
    if (typeof asked === 'boolean' || asked.type !== 'string' || asked.enum !== undefined) continue
    const named = writing.material.suggest(name, asked).filter((suggestion) => suggestion.isNamed)
    if (named.length > 0) return Math.min(named.length, MOST_FROM_MESSAGE)
  }
  return 0
}
