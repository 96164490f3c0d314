import { isRecord } from '@/lib/platform/is-record'
import { fitsArray } from './fits-array'
import { fitsNumber } from './fits-number'
import { fitsObject } from './fits-object'
import { fitsText } from './fits-text'
import type { JsonSchema, SchemaObject } from './json-schema'
import { readKeyword } from './read-keyword'
import { readTypes } from './read-types'
import { resolveRef } from './resolve-ref'

export type Fitting = { root: JsonSchema; left: number }

/**
 * Whether a value satisfies a schema, in as much of JSON Schema as the sandbox writes from. The caller's schema and
 * patterns are only read, never compiled into code. `left` bounds the work; once it is used up, all fits.
 */
export function fitsSchema(value: unknown, schema: JsonSchema, fitting: Fitting): boolean {
  if (typeof schema === 'boolean') return schema
  if (fitting.left-- <= 0) return true
  const fits = (item: unknown, asked: JsonSchema): boolean => fitsSchema(item, asked, fitting)
  return fitsValue(value, schema, fits) && fitsChoices(value, schema, fits) && fitsRef(value, schema, fitting)
}

type Fits = (item: unknown, asked: JsonSchema) => boolean

function fitsValue(value: unknown, schema: SchemaObject, fits: Fits): boolean {
  const types = readTypes(schema)
  if (types !== undefined && !types.some((type) => isOfType(value, type))) return false
  if (Object.hasOwn(schema, 'const') && !isSame(value, schema.const)) return false
  if (readKeyword.values(schema, 'enum')?.some((item) => isSame(value, item)) === false) return false
  if (typeof value === 'string') return fitsText(value, schema)
  if (typeof value === 'number') return fitsNumber(value, schema)
  if (Array.isArray(value)) return fitsArray(value, schema, fits)
  return isRecord(value) ? fitsObject(value, schema, fits) : true
}

function fitsChoices(value: unknown, schema: SchemaObject, fits: Fits): boolean {
  const { schemas, schema: subschema } = readKeyword
  if (!schemas(schema, 'allOf').every((part) => fits(value, part))) return false
  const anyOf = schemas(schema, 'anyOf')
  if (anyOf.length > 0 && !anyOf.some((option) => fits(value, option))) return false
  const oneOf = schemas(schema, 'oneOf')
  if (oneOf.length > 0 && oneOf.filter((option) => fits(value, option)).length !== 1) return false
  const not = subschema(schema, 'not')
  if (not !== undefined && fits(value, not)) return false
  const condition = subschema(schema, 'if')
  if (condition === undefined) return true
  const branch = subschema(schema, fits(value, condition) ? 'then' : 'else')
  return branch === undefined || fits(value, branch)
}

function fitsRef(value: unknown, schema: SchemaObject, fitting: Fitting): boolean {
  if (typeof schema.$ref !== 'string') return true
  const target = resolveRef(fitting.root, schema.$ref)
  return target === undefined || fitsSchema(value, target, fitting)
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isRecord(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(sortKeys(a)) === JSON.stringify(sortKeys(b))
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortKeys(value[key])]),
  )
}
