import { Ajv2020 } from 'ajv/dist/2020'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorMillis } from '@/lib/platform/testing/processor-millis'
import { MessageMaterial } from '../material/message-material'
import { anySchema } from '../testing/any-schema'
import { findFormat } from './find-format'
import type { SchemaObject } from './json-schema'
import { writeValue } from './write-value'
import type { Material } from './writing'

const ajv = new Ajv2020({ strict: false, allErrors: true })
for (const format of [
  'date',
  'time',
  'date-time',
  'duration',
  'email',
  'hostname',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
]) {
  ajv.addFormat(format, (text) => findFormat(format)?.test(text) === true)
}
/** Read from text: an object literal with a member `then` might be taken for a promise. */
const conditional: SchemaObject = JSON.parse(
  '{"type":"object","required":["kind"],"properties":{"kind":{"enum":["a","b"]}},"if":{"properties":{"kind":{"const":"a"}}},"then":{"required":["size"],"properties":{"size":{"type":"integer"}}}}',
)
const nothing: Material = { suggest: () => [], mentions: () => false }

function expectValid(schema: SchemaObject, optional: 'all' | 'mentioned' = 'all'): void {
  const value = writeValue(schema, nothing, optional)
  const isValid = ajv.validate(schema, value)
  expect(isValid, `${JSON.stringify(schema)} got ${JSON.stringify(value)}: ${ajv.errorsText()}`).toBe(true)
}

describe('writeValue', () => {
  it.each<[string, SchemaObject]>([
    [
      'nested objects',
      {
        type: 'object',
        required: ['a'],
        properties: {
          a: { type: 'object', required: ['b'], properties: { b: { type: 'integer', minimum: 7 } } },
        },
        additionalProperties: false,
      },
    ],
    [
      'definitions',
      {
        $ref: '#/$defs/step',
        $defs: {
          step: { type: 'object', required: ['n'], properties: { n: { $ref: '#/$defs/n' } } },
          n: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.5 },
        },
      },
    ],
    [
      'a schema that contains itself',
      {
        type: 'object',
        required: ['value', 'children'],
        properties: { value: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
      },
    ],
    [
      'a linked list',
      {
        $defs: {
          node: {
            type: 'object',
            required: ['next'],
            properties: { next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } },
          },
        },
        $ref: '#/$defs/node',
      },
    ],
    [
      'allOf',
      {
        allOf: [
          { type: 'object', required: ['a'], properties: { a: { type: 'string', minLength: 3 } } },
          { required: ['b'], properties: { a: { maxLength: 4 }, b: { enum: [1, 2] } } },
        ],
      },
    ],
    [
      'oneOf that excludes',
      {
        oneOf: [
          { type: 'number', multipleOf: 3 },
          { type: 'number', multipleOf: 1 },
        ],
      },
    ],
    [
      'two choices at once',
      {
        allOf: [
          { anyOf: [{ type: 'string' }, { type: 'number' }] },
          { anyOf: [{ type: 'number', minimum: 5 }, { type: 'boolean' }] },
        ],
      },
    ],
    [
      'unique items',
      { type: 'array', minItems: 5, uniqueItems: true, items: { type: 'string', maxLength: 3 } },
    ],
    [
      'unique numbers',
      { type: 'array', minItems: 4, uniqueItems: true, items: { type: 'integer', minimum: 0, maximum: 3 } },
    ],
    [
      'tuples',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false, minItems: 2 },
    ],
    ['contains', { type: 'array', items: { type: 'integer' }, contains: { const: 42 } }],
    ['minProperties', { type: 'object', minProperties: 3, additionalProperties: { type: 'integer' } }],
    [
      'patternProperties',
      {
        type: 'object',
        minProperties: 2,
        patternProperties: { '^x-[a-z]+$': { type: 'boolean' } },
        additionalProperties: false,
      },
    ],
    ['propertyNames', { type: 'object', minProperties: 2, propertyNames: { pattern: '^[A-Z]{2}$' } }],
    [
      'dependentRequired',
      {
        type: 'object',
        required: ['card'],
        dependentRequired: { card: ['address'] },
        properties: { card: { type: 'string' }, address: { type: 'string' } },
      },
    ],
    ['if and then', conditional],
    ['long text', { type: 'string', minLength: 60, maxLength: 61 }],
    ['decimal steps', { type: 'number', minimum: 0.25, multipleOf: 0.1 }],
    ['nullable', { type: ['string', 'null'], minLength: 2 }],
    ['anything', {}],
    [
      'a name as bad as __proto__',
      {
        type: 'object',
        required: ['__proto__', 'constructor'],
        properties: { constructor: { type: 'integer' } },
      },
    ],
  ])('satisfies %s', (_, schema) => {
    expectValid(schema)
    expectValid(schema, 'mentioned')
  })

  it.each(['date', 'time', 'date-time', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'])(
    'writes many different texts of the format %s',
    (format) => {
      expectValid({ type: 'array', minItems: 12, uniqueItems: true, items: { type: 'string', format } })
    },
  )

  it('satisfies any schema out of the common keywords', () => {
    fc.assert(
      fc.property(
        anySchema(),
        fc.constantFrom<'all' | 'mentioned'>('all', 'mentioned'),
        (asked, optional) => {
          expectValid(asked, optional)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('ends on schemas that ask for too much', async () => {
    expect(await processorMillis(writeTooMuch)).toBeLessThan(5_000)
  })
})

function writeTooMuch(): void {
  writeValue(
    {
      type: 'array',
      minItems: 1e9,
      items: { type: 'array', minItems: 1e9, items: { type: 'string', minLength: 1e9 } },
    },
    nothing,
    'all',
  )
  const names = Array.from({ length: 20_000 }, (_, index) => `key_${index}`)
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  writeValue({ type: 'object', properties, required: names }, nothing, 'all')
  writeValue({ type: 'object', properties }, new MessageMaterial('Save it'), 'mentioned')
  writeValue({ $ref: '#' }, nothing, 'all')
  writeValue({ type: 'object', required: ['a'], properties: { a: { $ref: '#' } } }, nothing, 'all')
  const wide = { anyOf: Array.from({ length: 8 }, () => ({ $ref: '#/$defs/x' })) }
  writeValue(
    {
      $defs: { x: { type: 'object', required: ['p'], properties: { p: wide }, not: {} } },
      $ref: '#/$defs/x',
    },
    nothing,
    'all',
  )
}
