import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storedJson } from './json'
import { JsonSource } from './json-source'

it('converts values that JSON cannot express, and drops what the database refuses', () => {
  const value = { at: new Date(0), nanos: 10n ** 18n, words: ['a\0b', '🎬'.slice(0, 1), '🎬'], none: null }
  expect(JSON.parse(storedJson(value) ?? '')).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    nanos: '1000000000000000000',
    words: ['ab', '\ufffd', '🎬'],
    none: null,
  })
  expect(storedJson(null)).toBeNull()
})

const sourceOf = (text: string) => new JsonSource(Buffer.from(text))
const write = (text: string, sent: object) => {
  const read = JSON.parse(text)
  return Buffer.concat(sourceOf(text).write({ ...read, ...sent }, read)).toString()
}

/** JSON text as anybody may write it: blanks anywhere between its parts, any character of a string escaped. */
const blanks = fc.stringMatching(/^[ \t\n\r]{0,3}$/)
const escaped = fc
  .tuple(fc.string({ unit: 'binary', maxLength: 90 }), fc.infiniteStream(fc.boolean()))
  .map(([text, choices]) => {
    const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
    const parts = units.map((unit) => {
      const isEscaped = choices.next().value || (unit >= 0xd800 && unit <= 0xdfff)
      const plain = JSON.stringify(String.fromCharCode(unit)).slice(1, -1)
      return isEscaped ? `\\u${unit.toString(16).padStart(4, '0')}` : plain
    })
    return `"${parts.join('')}"`
  })
const { value: anyText } = fc.letrec<{ value: string; leaf: string; list: string; object: string }>(
  (tie) => ({
    leaf: fc.oneof(escaped, fc.constantFrom('1', '-0.5e+10', '9223372036854775807', 'true', 'false', 'null')),
    list: fc
      .tuple(blanks, fc.array(tie('value'), { maxLength: 4 }))
      .map(([gap, items]) => `[${gap}${items.join(`${gap},`)}${gap}]`),
    object: fc
      .tuple(blanks, fc.array(fc.tuple(escaped, tie('value')), { maxLength: 4 }))
      .map(
        ([gap, members]) =>
          `{${gap}${members.map(([name, value]) => `${name}${gap}:${gap}${value}`).join(`${gap},${gap}`)}${gap}}`,
      ),
    value: fc.oneof({ maxDepth: 3 }, tie('leaf'), tie('list'), tie('object')),
  }),
)
const anyObject = fc
  .tuple(
    blanks,
    blanks,
    fc.uniqueArray(fc.tuple(escaped, anyText), { maxLength: 6, selector: ([name]) => JSON.parse(name) }),
  )
  .map(
    ([before, gap, members]) =>
      `${before}{${gap}${members.map(([name, value]) => `${name}${gap}:${gap}${value}`).join(`${gap},${gap}`)}${gap}}${before}`,
  )

describe('what is sent on', () => {
  it('means what came, whatever it is written like', () => {
    fc.assert(
      fc.property(anyObject, (text) => {
        expect(JSON.parse(write(text, {}))).toEqual(JSON.parse(text))
      }),
      { numRuns: 1000 },
    )
  })

  it('equals the edited value, whichever members were changed, removed and added', () => {
    const change = fc.dictionary(fc.string(), fc.option(fc.jsonValue(), { nil: undefined }))
    fc.assert(
      fc.property(anyObject, change, fc.infiniteStream(fc.nat(3)), (text, more, choices) => {
        const read: Record<string, unknown> = JSON.parse(text)
        const sent: Record<string, unknown> = { ...read, ...more }
        for (const name of Object.keys(read)) {
          const choice = choices.next().value
          if (choice === 0) delete sent[name]
          if (choice === 1) sent[name] = ['new', name]
        }
        const bytes = Buffer.concat(sourceOf(text).write(sent, read))
        expect(JSON.parse(bytes.toString())).toEqual(JSON.parse(JSON.stringify(sent)))
      }),
      { numRuns: 1000 },
    )
  })

  it('has the bytes of what did not change', () => {
    const text =
      '{ "a" : 9223372036854775807, "model":"x", "b":[1.0, 0.10000000000000000555, {"é\\u00e9":1e400}]}'
    expect(write(text, { model: 'y', c: 1 })).toBe(
      '{"a" : 9223372036854775807,"model":"y","b":[1.0, 0.10000000000000000555, {"é\\u00e9":1e400}],"c":1}',
    )
  })

  it('reads long strings full of quotes and backslashes', () => {
    const text = JSON.stringify({
      a: '\\"'.repeat(5000),
      b: `${'x'.repeat(300)}\\`,
      model: 'x',
      c: '\\'.repeat(129),
    })
    expect(JSON.parse(write(text, { model: 'y' }))).toEqual({ ...JSON.parse(text), model: 'y' })
  })
})

it.each([
  ['{"model":"a","messages":[],"model":"b"}', 'model'],
  ['{"model":"a","mo\\u0064el":"b"}', 'model'],
  ['{"":1,"":2}', ''],
  ['{"model":{"a":1,"a":2},"a":"\\"model\\":1"}', undefined],
  ['{"__proto__":1,"constructor":2}', undefined],
  ['[1,1]', undefined],
])('%s repeats %s', (text, name) => expect(sourceOf(text).repeatedName()).toBe(name))

it('finds the repeated name among as many members as a body may have, before the test times out', () => {
  const members = Array.from({ length: 39_000 }, (_, at) => `"field ${at}":1`)
  expect(sourceOf(`{${members.join()},"model":1,"model":2}`).repeatedName()).toBe('model')
})

it('reads members so that every number is written as it came', () => {
  const text =
    '{"a":{"max":9223372036854775807,"step":0.1,"one":1.0},"b":[18446744073709551615],"c":12345678.12345678,"d":123456789012345}'
  expect(JSON.stringify(sourceOf(text).exact('a', 'b', 'c', 'd', 'e'))).toBe(
    '{"a":{"max":9223372036854775807,"step":0.1,"one":1},"b":[18446744073709551615],"c":12345678.12345678}',
  )
})

it('finds long numbers anywhere', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.stringMatching(/^[1-9][0-9]{15,24}$/), (width, digits) => {
      const text = `{"a":["${'x'.repeat(width)}",${digits}]}`
      expect(JSON.stringify(sourceOf(text).exact('a'))).toBe(text)
    }),
  )
})
