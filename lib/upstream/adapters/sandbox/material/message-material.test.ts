import { Ajv2020 } from 'ajv/dist/2020'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SchemaObject } from '../schema/json-schema'
import { writeValue } from '../schema/write-value'
import { anySchema } from '../testing/any-schema'
import { MessageMaterial } from './message-material'

const ajv = new Ajv2020({ strict: false, logger: false })
const text = { type: 'string' }
const number = { type: 'number' }

function fill(message: string, properties: Record<string, SchemaObject>): unknown {
  const schema = { type: 'object', properties, required: Object.keys(properties) }
  return writeValue(schema, new MessageMaterial(message), 'mentioned')
}

describe('MessageMaterial', () => {
  it.each<[string, Record<string, SchemaObject>, unknown]>([
    [
      'Set max_results: 7 and sort = price',
      { max_results: { type: 'integer' }, sort: text },
      { max_results: 7, sort: 'price' },
    ],
    ['A trip of 5 days for 2 adults', { adults: number, days: number }, { adults: 2, days: 5 }],
    [
      'Convert 20 from USD to EUR',
      { amount: number, from_currency: text, to_currency: text },
      { amount: 20, from_currency: 'USD', to_currency: 'EUR' },
    ],
    ['Remind me tomorrow at 5pm', { date: text, time: text }, { date: 'tomorrow', time: '5pm' }],
    ['Meet on March 9, 2025', { date: { type: 'string', format: 'date' } }, { date: '2025-03-09' }],
    [
      'Look up order AB-1234',
      { order_id: { type: 'string', pattern: '^[A-Z]{2}-\\d{4}$' } },
      { order_id: 'AB-1234' },
    ],
    [
      'Add the tags: red, green and blue',
      { tags: { type: 'array', items: text } },
      { tags: ['red', 'green', 'blue'] },
    ],
    ['The mean of 1, 2 and 3.5', { numbers: { type: 'array', items: number } }, { numbers: [1, 2, 3.5] }],
    ['Search without images', { images: { type: 'boolean' } }, { images: false }],
    [
      'Invite Ana and Bob Miller',
      { guests: { type: 'array', items: text } },
      { guests: ['Ana', 'Bob Miller'] },
    ],
    [
      'Open https://example.org/a?b=1.',
      { url: { type: 'string', format: 'uri' } },
      { url: 'https://example.org/a?b=1' },
    ],
  ])('%s', (message, properties, value) => {
    expect(fill(message, properties)).toEqual(value)
  })

  it('fills a list of people, each with what is said of them', () => {
    const person = { type: 'object', properties: { name: text, age: number }, required: ['name', 'age'] }
    expect(fill('Ana is 30 and Bob is 25.', { people: { type: 'array', items: person } })).toEqual({
      people: [
        { name: 'Ana', age: 30 },
        { name: 'Bob', age: 25 },
      ],
    })
  })

  it('never makes a value invalid, whatever the message', () => {
    const messages = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'In Paris and "x" for 3 people, name: yy, tags: a, b',
        'count 99999 x is "1"',
        'null true two',
      ),
    )
    fc.assert(
      fc.property(
        anySchema(),
        messages,
        fc.constantFrom<'all' | 'mentioned'>('all', 'mentioned'),
        (schema, message, optional) => {
          const answer = { text: message, number: 4 }
          const value = writeValue(schema, new MessageMaterial(message, answer), optional)
          expect(ajv.validate(schema, value), `${JSON.stringify(schema)} got ${JSON.stringify(value)}`).toBe(
            true,
          )
        },
      ),
      { numRuns: 200 },
    )
  })
})
