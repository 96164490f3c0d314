import { expect, test } from 'vitest'
import { median } from './overview-stats'

test.each([
  [[], undefined],
  [[5], 5],
  [[9, 1, 5], 5],
  [[10, 1, 9, 5], 7],
])('the median of %j is %s', (values, middle) => {
  expect(median(values)).toBe(middle)
})
