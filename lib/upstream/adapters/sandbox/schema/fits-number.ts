import type { SchemaObject } from './json-schema'
import { readKeyword } from './read-keyword'

const { number } = readKeyword

export function fitsNumber(value: number, schema: SchemaObject): boolean {
  if (value < (number(schema, 'minimum') ?? Number.NEGATIVE_INFINITY)) return false
  if (value > (number(schema, 'maximum') ?? Number.POSITIVE_INFINITY)) return false
  if (value <= (number(schema, 'exclusiveMinimum') ?? Number.NEGATIVE_INFINITY)) return false
  if (value >= (number(schema, 'exclusiveMaximum') ?? Number.POSITIVE_INFINITY)) return false
  const step = number(schema, 'multipleOf')
  return step === undefined || step <= 0 || Number.isInteger(value / step)
}
