import { isRecord } from '@/lib/platform/is-record'
import { fitsSchema } from './fits-schema'
import type { JsonSchema, SchemaObject } from './json-schema'
import { readKeyword } from './read-keyword'
import type { Place, Writing } from './writing'

/** Below this, the simplest option is the best one: a schema that contains itself has to end somewhere. */
const DEEP = 4

/** `anyOf`, `oneOf`, `if`: the first option whose value satisfies the whole. Undefined where there is nothing to choose. */
export function writeChoice(
  schema: SchemaObject,
  place: Place,
  writing: Writing,
): { value: unknown } | undefined {
  const split = splitOptions(schema)
  if (split === undefined) return undefined
  let value: unknown = null
  for (const option of sortOptions(split.options, place, writing)) {
    value = writing.write({ allOf: [split.rest, option] }, { ...place, depth: place.depth + 1 })
    if (fitsSchema(value, schema, { root: writing.root, left: 1_000 })) return { value }
  }
  return { value }
}

type Split = { rest: SchemaObject; options: JsonSchema[] }

function splitOptions(schema: SchemaObject): Split | undefined {
  for (const key of ['anyOf', 'oneOf']) {
    const options = readKeyword.schemas(schema, key)
    if (options.length === 0) continue
    const { [key]: _, ...rest } = schema
    return { rest, options }
  }
  const condition = readKeyword.schema(schema, 'if')
  if (condition === undefined) return undefined
  const { if: _if, then: _then, else: _else, ...rest } = schema
  const then = { allOf: [condition, readKeyword.schema(schema, 'then') ?? true] }
  return { rest, options: [then, readKeyword.schema(schema, 'else') ?? true] }
}

function sortOptions(options: readonly JsonSchema[], place: Place, writing: Writing): JsonSchema[] {
  const rank = (option: JsonSchema): number => {
    if (place.depth >= DEEP) return weightOf(option)
    if (isMentioned(option, writing)) return -1
    return weightOf(option) === 0 ? 1 : 0
  }
  return [...options].sort((a, b) => rank(a) - rank(b))
}

/** Whether the message names what tells this option from the others: a constant of one of its properties. */
function isMentioned(option: JsonSchema, writing: Writing): boolean {
  if (typeof option === 'boolean') return false
  for (const [, property] of readKeyword.schemaMap(option, 'properties')) {
    if (typeof property === 'boolean') continue
    const constants = Object.hasOwn(property, 'const')
      ? [property.const]
      : readKeyword.values(property, 'enum')
    const isNamed = constants?.some((value) => typeof value === 'string' && writing.material.mentions(value))
    if (isNamed === true) return true
  }
  return false
}

function weightOf(option: JsonSchema): number {
  if (!isRecord(option)) return 1
  if (option.type === 'null' || option.const === null) return 0
  if (typeof option.$ref === 'string') return 4
  if (option.type === 'object' || option.properties !== undefined || option.allOf !== undefined) return 3
  return option.type === 'array' ? 2 : 1
}
