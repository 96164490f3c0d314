import { expect, test } from 'vitest'
import { describeChange } from './describe-change'

test.each([
  [112, 100, '+12%'],
  [60, 100, '−40%'],
  [0, 100, '−100%'],
  [100, 100, '0%'],
  [1001, 1000, '±0%'],
  [5000, 100, '×50'],
  [5, 0, null],
  [0, 0, null],
])('%d after %d is %s', (now, before, shown) => {
  expect(describeChange(now, before)).toBe(shown)
})
