import { expect, test } from 'vitest'
import { formatNanos, formatUsd } from './format-usd'

test.each([
  [0, '$0.00'],
  [150, '$0.00000015'],
  [1_234_000, '$0.001234'],
  [12_500_000_000, '$12.50'],
])('%d nano-dollars are %s', (nanos, shown) => expect(formatNanos(nanos)).toBe(shown))

test('a cost in floating point loses its noise', () => {
  expect(formatUsd(0.1 + 0.2)).toBe('$0.30')
  expect(formatUsd(1.5e-7)).toBe('$0.00000015')
})
