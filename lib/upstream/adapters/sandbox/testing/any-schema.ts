import fc from 'fast-check'
import type { SchemaObject } from '../schema/json-schema'

/** Schemas out of the common keywords, nested a little. */
export function anySchema(): fc.Arbitrary<SchemaObject> {
  return fc.letrec<{ schema: SchemaObject }>((tie) => ({ schema: nestSchemas(tie('schema')) })).schema
}

function nestSchemas(inner: fc.Arbitrary<SchemaObject>): fc.Arbitrary<SchemaObject> {
  const size = fc.nat({ max: 6 })
  const names = fc.uniqueArray(fc.constantFrom('name', 'city', 'count', 'tags', 'a b', 'x'), { maxLength: 4 })
  const text = fc.record({ type: fc.constant('string'), minLength: size }, { requiredKeys: ['type'] })
  const pattern = fc
    .constantFrom('^[a-z]+$', '\\d{2,}', '^(x|yy)+$')
    .map((source) => ({ type: 'string', pattern: source }))
  const count = fc
    .tuple(fc.integer({ min: -9, max: 9 }), size)
    .map(([minimum, more]) => ({ type: 'integer', minimum, maximum: minimum + more }))
  const member = fc
    .uniqueArray(fc.constantFrom(1, 'two', null, true), { minLength: 1 })
    .map((values) => ({ enum: values }))
  const list = fc.tuple(inner, size, size).map(([items, minItems, more]) => ({
    type: 'array',
    items,
    minItems: Math.min(minItems, 3),
    maxItems: minItems + more,
  }))
  const object = fc
    .tuple(names, fc.array(inner, { minLength: 4, maxLength: 4 }), fc.boolean())
    .map(([keys, schemas, isStrict]) => ({
      type: 'object',
      properties: Object.fromEntries(keys.map((key, index) => [key, schemas[index]])),
      required: isStrict ? keys : keys.slice(1),
      additionalProperties: !isStrict,
    }))
  const either = fc.array(inner, { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf }))
  return fc.oneof(
    { maxDepth: 3 },
    text,
    pattern,
    count,
    member,
    fc.constant({ type: 'boolean' }),
    list,
    object,
    either,
  )
}
