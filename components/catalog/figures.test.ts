import { expect, test } from 'vitest'
import { formatPercent, formatRate } from './figures'

test.each([
  [100, '100%'],
  [99.9999, '99.99%'],
  [99.5, '99.5%'],
  [0.0001, '0.01%'],
  [0, '0%'],
])('%d is %s: what is not whole is not rounded to it', (percent, shown) => {
  expect(formatPercent(percent)).toBe(shown)
})

test('slow rates keep a decimal, fast ones are short', () => {
  expect(formatRate(8.44)).toBe('8.4')
  expect(formatRate(1234.6)).toBe('1,235')
  expect(formatRate(68_412)).toBe('68.4K')
})
