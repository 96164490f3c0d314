import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wilsonInterval } from './scores'

test.each([
  [0, 10, { score: 0, low: 0, high: 27.75 }],
  [5, 10, { score: 50, low: 23.66, high: 76.34 }],
  [10, 10, { score: 100, low: 72.25, high: 100 }],
  [81, 263, { score: 30.8, low: 25.53, high: 36.62 }], // Newcombe 1998, 0.2553 to 0.3662
  [1, 29, { score: 3.45, low: 0.61, high: 17.18 }], // Newcombe 1998, 0.0061 to 0.1718
])('%i of %i', (passed, items, interval) => {
  expect(wilsonInterval(passed, items)).toEqual(interval)
})

test('nothing has no interval', () => expect(wilsonInterval(0, 0)).toBeUndefined())

test('the interval holds the share, within 0 and 100, and is the same from the other end', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(5000), (items, some) => {
      const passed = some % (items + 1)
      const { score, low, high } = wilsonInterval(passed, items) ?? { score: -1, low: 0, high: 0 }
      expect(0 <= low && low <= score && score <= high && high <= 100).toBe(true)
      const other = wilsonInterval(items - passed, items)
      expect(other?.low).toBeCloseTo(100 - high, 1)
    }),
  )
})
