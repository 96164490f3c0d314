import { fitsSchema } from './fits-schema'
import { flattenSchema } from './flatten-schema'
import type { JsonSchema, SchemaObject } from './json-schema'
import { readKeyword } from './read-keyword'
import { readTypes } from './read-types'
import { readWrittenType } from './read-written-type'
import { writeArray } from './write-array'
import { writeChoice } from './write-choice'
import { writeEnum } from './write-enum'
import { writeNumber } from './write-number'
import { writeObject } from './write-object'
import { writeText } from './write-text'
import type { Material, Place, Writing } from './writing'

const MOST_VALUES = 3_000
const MOST_LOOKS = 1_000
const MOST_DEPTH = 24

/** A value that satisfies the schema, made from the material where that fits. Always ends, whatever the schema. */
export function writeValue(schema: JsonSchema, material: Material, optional: Writing['optional']): unknown {
  const writing: Writing = {
    root: schema,
    optional,
    material,
    budget: { left: MOST_VALUES, looks: MOST_LOOKS },
    write: (asked, place) => write(asked, place, writing),
  }
  return writing.write(schema, { name: '', depth: 0, variant: 0 })
}

function write(schema: JsonSchema, place: Place, writing: Writing): unknown {
  const flat = flattenSchema(schema, writing.root)
  if (flat === undefined || place.depth > MOST_DEPTH || writing.budget.left-- <= 0) return null
  if (Object.hasOwn(flat, 'const')) return flat.const
  const chosen = writeChoice(flat, place, writing)
  if (chosen !== undefined) return chosen.value
  if (flat.enum !== undefined) return writeEnum(flat, place, writing)
  const suggested = findSuggestion(flat, place, writing)
  if (suggested !== undefined) return suggested.value
  if (writing.optional === 'mentioned' && place.depth > 0 && readTypes(flat)?.includes('null')) return null
  return findExample(flat, place, writing)?.value ?? writeNew(flat, place, writing)
}

/** Values wrapped, since null and undefined are values too. */
type Found = { value: unknown }

function findSuggestion(schema: SchemaObject, place: Place, writing: Writing): Found | undefined {
  for (const suggestion of writing.material.suggest(place.name, schema)) {
    if (!fitsSchema(suggestion.value, schema, { root: writing.root, left: 200 })) continue
    suggestion.take()
    return suggestion
  }
  return undefined
}

/** What the schema's author gave as a default or an example. */
function findExample(schema: SchemaObject, { variant }: Place, writing: Writing): Found | undefined {
  const examples = readKeyword.values(schema, 'examples') ?? []
  const given = 'default' in schema ? [schema.default, ...examples] : examples
  const values = given.slice(variant).filter((value) => value !== null && value !== '')
  const value = values.find((item) => fitsSchema(item, schema, { root: writing.root, left: 200 }))
  return value === undefined ? undefined : { value }
}

function writeNew(schema: SchemaObject, place: Place, writing: Writing): unknown {
  const type = readWrittenType(schema)
  if (type === 'object') return writeObject(schema, place, writing)
  if (type === 'array') return writeArray(schema, place, writing)
  if (type === 'number' || type === 'integer') return writeNumber(schema, type === 'integer', place.variant)
  if (type === 'boolean') return place.variant % 2 === 1
  if (type === 'null') return null
  const text = writeText(schema, place)
  writing.budget.left -= Math.floor(text.length / 50)
  return text
}
