import { expect, it } from 'vitest'
import { storedJson } from './json'

it('keeps what JSON has no words for, and nothing that the database refuses', () => {
  const value = { at: new Date(0), nanos: 10n ** 18n, words: ['a\0b', '🎬'.slice(0, 1), '🎬'], none: null }
  expect(JSON.parse(storedJson(value) ?? '')).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    nanos: '1000000000000000000',
    words: ['ab', '\ufffd', '🎬'],
    none: null,
  })
  expect(storedJson(null)).toBeNull()
})
