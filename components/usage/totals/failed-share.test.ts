import { expect, test } from 'vitest'
import { failedShare } from './failed-share'

test.each([
  [0, 0, '–'],
  [10, 0, '0%'],
  [1000, 23, '2.3%'],
  [100_000, 1, '< 0.1%'],
  [100_000, 99_999, '> 99.9%'],
  [3, 3, '100%'],
])('of %d requests %d failed: %s', (requests, failed_requests, shown) => {
  expect(failedShare({ requests, failed_requests })).toBe(shown)
})
