import { expect, test } from 'vitest'
import { axisTicks } from './axis-ticks'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [10, [0, 2, 4, 6, 8, 10]],
  [100, [0, 20, 40, 60, 80, 100]],
  [101, [0, 25, 50, 75, 100, 125]],
  [1_234_567, [0, 250_000, 500_000, 750_000, 1_000_000, 1_250_000]],
])('up to %d the axis says %j', (most, ticks) => {
  expect(axisTicks(most)).toEqual(ticks)
})
