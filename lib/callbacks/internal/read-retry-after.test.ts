import { expect, test } from 'vitest'
import { readRetryAfter } from './read-retry-after'

const now = new Date('2026-11-21T08:00:00.500Z')

test.each([
  ['120', 120],
  [' 0 ', 0],
  ['Sat, 21 Nov 2026 08:01:00 GMT', 60],
  ['Fri, 20 Nov 2026 08:00:00 GMT', 0],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['2026-11-21', null],
  ['', null],
  [undefined, null],
])('%j is %s seconds', (header, seconds) => expect(readRetryAfter(header, now)).toBe(seconds))
