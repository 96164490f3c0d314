import { expect, test } from 'vitest'
import { formatNanos, formatNanosBeside, formatNanosShort } from './format-nanos'

test.each([
  [0, '$0.00'],
  [150, '$0.00000015'],
  [10_350, '$0.00001035'],
  [1_234_567, '$0.001235'],
  [50_000_000, '$0.05'],
  [123_456_789, '$0.1235'],
  [1_005_000_000, '$1.01'],
  [1_234_567_891_000, '$1,234.57'],
])('%d nano-dollars are %s', (nanos, shown) => {
  expect(formatNanos(nanos)).toBe(shown)
})

test.each([
  [0, '$0'],
  [500_000, '$0.0005'],
  [1_500_000_000, '$1.50'],
  [20_000_000_000, '$20'],
  [1_200_000_000_000, '$1.2K'],
])('on the axis %d are %s', (nanos, shown) => {
  expect(formatNanosShort(nanos)).toBe(shown)
})

test('in a column they have as many decimals each', () => {
  const column = [0, 1_230_000, 50_000_000]
  expect(column.map(formatNanosBeside(column))).toEqual(['$0.0000', '$0.0012', '$0.0500'])
})
