import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nestingOf } from './nesting-of'

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

it('is the depth of the value, whatever its texts look like', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('"', '\\', '[{', ']}', '\\"[', 'ü😀'))
  fc.assert(
    fc.property(fc.anything({ key: text, values: [text, fc.integer(), fc.constant(null)] }), (value) => {
      const json = JSON.stringify(value) ?? 'null'
      expect(nestingOf(Buffer.from(json))).toBe(depthOf(JSON.parse(json)))
    }),
  )
})

it.each(['', '"', '"\\', ']]]', '[[['])('ends on what is no JSON: %s', (text) => {
  expect(nestingOf(Buffer.from(text))).toBeGreaterThanOrEqual(0)
})
