import { expect, test } from 'vitest'
import { axisTicks } from './axis-ticks'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [10, [0, 5, 10]],
  [100, [0, 25, 50, 75, 100]],
  [101, [0, 50, 100, 150]],
  [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
])('up to %d the axis says %j', (most, ticks) => {
  expect(axisTicks(most)).toEqual(ticks)
})
