import { expect, it } from 'vitest'
import { hashText } from './shards'

// By `SELECT hashtext(…)` of PostgreSQL 15.
it.each([
  ['', -1477818771],
  ['a', 1075015857],
  ['cus_01', 447099414],
  ['eleven_char', -855914805],
  ['twelve_chars', 493374447],
  ['cus_01jd3mz0h2e0000000000000q', 1011582324],
  ['żółć', -1643451748],
  ['a text that is longer than twenty-four bytes', 861626004],
])('hashes %j as PostgreSQL does', (text, hash) => {
  expect(hashText(text)).toBe(hash)
})
