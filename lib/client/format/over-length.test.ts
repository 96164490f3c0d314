import { expect, test } from 'vitest'
import { overLength } from './over-length'

test('a character outside of the basic plane counts once', () => {
  expect(overLength('🏛'.repeat(64), 64)).toBeUndefined()
  expect(overLength('🏛'.repeat(65), 64)).toBe('At most 64 characters, not 65.')
})

test('long counts are grouped', () => {
  expect(overLength('a'.repeat(32_000), 32_000)).toBeUndefined()
  expect(overLength('a'.repeat(32_001), 32_000)).toBe('At most 32,000 characters, not 32,001.')
})
