import { Ajv2020 } from 'ajv/dist/2020'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorMillis } from '@/lib/platform/testing/processor-millis'
import { readMaterial, writeInstance } from './schema'

type Schema = Record<string, unknown>

const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false })
const write = (schema: Schema, message = 'Save it for Ann, 31', seed = 7) =>
  writeInstance(schema, {
    seed,
    withOptional: true,
    material: () => readMaterial(message),
    param: 'response_format',
  })

function expectValid(schema: Schema): void {
  const value = write(schema)
  expect(ajv.validate(schema, value), `${JSON.stringify(schema)} got ${JSON.stringify(value)}`).toBe(true)
}

const person = { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } } }
const tree = {
  type: 'object',
  required: ['value', 'children'],
  properties: { value: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
}
const list = {
  $defs: {
    node: {
      type: 'object',
      required: ['next'],
      properties: { next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
      additionalProperties: false,
    },
  },
  $ref: '#/$defs/node',
}
const pair = {
  $defs: {
    node: {
      type: 'object',
      required: ['value'],
      properties: {
        value: { type: 'integer' },
        left: { $ref: '#/$defs/node' },
        right: { $ref: '#/$defs/node' },
      },
      additionalProperties: false,
    },
  },
  $ref: '#/$defs/node',
}

describe('an instance', () => {
  it.each<[string, Schema]>([
    ['a strict object', { ...person, required: ['name', 'age'], additionalProperties: false }],
    ['a tree', tree],
    ['a linked list', list],
    ['a schema that contains itself twice', pair],
    ['text by a pattern', { type: 'string', pattern: '^[A-Z]{2}-\\d{4}$' }],
    ['bounds', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.5 }],
    [
      'unique numbers',
      { type: 'array', minItems: 4, uniqueItems: true, items: { type: 'integer', minimum: 0, maximum: 3 } },
    ],
    [
      'allOf',
      {
        allOf: [
          { type: 'object', required: ['a'], properties: { a: { const: 1 } } },
          { required: ['b'], properties: { b: { enum: [2] } } },
        ],
      },
    ],
    ['nullable text', { type: ['string', 'null'], minLength: 2 }],
    ['a length', { type: 'string', minLength: 60, maxLength: 61 }],
    [
      'draft 7',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        definitions: { n: { type: 'integer' } },
        type: 'object',
        properties: { n: { $ref: '#/definitions/n' } },
        required: ['n'],
      },
    ],
  ])('fits %s', (_, schema) => {
    for (let seed = 0; seed < 20; seed++) {
      const value = write(schema, 'Save it for Ann, 31', seed)
      expect(
        JSON.stringify(schema).includes('draft-07') || ajv.validate(schema, value),
        JSON.stringify(value),
      ).toBe(true)
    }
  })

  it('fits any schema out of the common keywords', () => {
    fc.assert(fc.property(anySchema(), expectValid), { numRuns: 100 })
  })

  it('says what the message says where that fits, and is the same for the same seed', () => {
    const strict = { ...person, required: ['name', 'age'] }
    expect(write(strict)).toEqual({ name: 'Ann', age: 31 })
    expect(write({ type: 'string', pattern: '^[a-z]{9}$' })).toBe(
      write({ type: 'string', pattern: '^[a-z]{9}$' }),
    )
  })
})

describe('a schema that asks for too much', () => {
  it.each<[string, Schema]>([
    ['items', { type: 'array', minItems: 1e9, items: { type: 'string' } }],
    ['nested items', { type: 'array', minItems: 900, items: { type: 'array', minItems: 900, items: {} } }],
    ['letters', { type: 'string', minLength: 1e9 }],
    ['repeats', { type: 'string', pattern: '^a{100000000}$' }],
    ['what cannot be', { type: 'array', minItems: 3, uniqueItems: true, items: { type: 'boolean' } }],
    ['a reference that leads away', { $ref: 'https://example.com/schema.json' }],
  ])('%s: is refused with the field by name, at once', async (_, schema) => {
    const refused = () =>
      expect(() => write(schema)).toThrow(
        expect.objectContaining({ fault: 'rejected', param: 'response_format' }),
      )
    expect(await processorMillis(refused)).toBeLessThan(1_000)
  })

  it('thousands of properties are written within a second', async () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `key_${index}`)
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    let value: unknown
    const millis = await processorMillis(() => {
      value = write({ type: 'object', properties, required: names })
    })
    expect(Object.keys(Object(value))).toEqual(names)
    expect(millis).toBeLessThan(1_000)
  })
})

/** Schemas out of the common keywords, nested a little. */
function anySchema(): fc.Arbitrary<Schema> {
  return fc.letrec<{ schema: Schema }>((tie) => {
    const size = fc.nat({ max: 4 })
    const names = fc.uniqueArray(fc.constantFrom('name', 'city', 'count', 'a b'), { maxLength: 3 })
    return {
      schema: fc.oneof(
        { maxDepth: 3 },
        size.map((minLength) => ({ type: 'string', minLength })),
        fc.constantFrom('^[a-z]+$', '\\d{2,}').map((pattern) => ({ type: 'string', pattern })),
        size.map((minimum) => ({ type: 'integer', minimum, maximum: minimum + 3 })),
        fc
          .uniqueArray(fc.constantFrom(1, 'two', null, true), { minLength: 1 })
          .map((values) => ({ enum: values })),
        fc.constant({ type: 'boolean' }),
        fc
          .tuple(tie('schema'), size)
          .map(([items, more]) => ({ type: 'array', items, minItems: 1, maxItems: 1 + more })),
        fc.tuple(names, tie('schema')).map(([keys, member]) => ({
          type: 'object',
          properties: Object.fromEntries(keys.map((key) => [key, member])),
          required: keys,
          additionalProperties: false,
        })),
        fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
      ),
    }
  }).schema
}
