import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isRecord } from '@/lib/platform/json'
import { fingerprintOf } from './idempotency'

const of = (json: string) => fingerprintOf(JSON.parse(json)).toString('hex')

it.each([
  ['the order of keys', '{"a":1,"b":{"c":2,"d":[{"e":1,"f":2}]}}', '{"b":{"d":[{"f":2,"e":1}],"c":2},"a":1}'],
  ['white space', '{"a":[1,2]}', ' {\n\t"a" : [ 1, 2 ] } '],
  ['the spelling of a number', '{"a":10}', '{"a":1.0e1}'],
  ['the spelling of a letter', '{"é":"é"}', '{"\\u00e9":"\\u00e9"}'],
  ['the order of keys that objects have already', '{"__proto__":1,"a":2}', '{"a":2,"__proto__":1}'],
])('does not depend on %s', (_what, one, other) => {
  expect(of(one)).toBe(of(other))
})

it.each([
  ['{"a":[1,2]}', '{"a":[2,1]}'],
  ['{"a":null}', '{}'],
  ['{"a":"1"}', '{"a":1}'],
  ['{"a":{}}', '{"a":[]}'],
  ['{"__proto__":{"a":1}}', '{}'],
])('tells %s from %s', (one, other) => {
  expect(of(one)).not.toBe(of(other))
})

function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, part]) => [key, turned(part)] as const)
      .reverse(),
  )
}

it('is the same for any spelling of a body', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      const written = JSON.stringify(turned(body), null, 2)
      expect(of(written)).toBe(of(JSON.stringify(body)))
    }),
  )
})

it('refuses a body that is nested too deeply', () => {
  const depth = 200_000
  const deep: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth))
  expect(() => fingerprintOf(deep)).toThrow(expect.objectContaining({ code: 'invalid_json' }))
})
