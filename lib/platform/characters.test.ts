import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { characters } from './characters'

const schema = z
  .string()
  .trim()
  .check(characters({ least: 2, most: 3 }))

describe('characters', () => {
  it.each(['ab', 'abc', '🎬🎬', '🎬🎬🎬', 'a🎬c', ' 🎬🎬🎬 '])('%j fits 2 to 3', (text) => {
    expect(schema.safeParse(text).success).toBe(true)
  })

  it.each([
    ['', 'must have at least 2 characters'],
    ['🎬', 'must have at least 2 characters'],
    ['abcd', 'must have at most 3 characters'],
    ['🎬🎬🎬🎬', 'must have at most 3 characters'],
    ['a'.repeat(100_000), 'must have at most 3 characters'],
  ])('%j does not', (text, message) => {
    expect(schema.safeParse(text).error?.issues.map((issue) => issue.message)).toEqual([message])
  })

  it('is told to readers of the schema', () => {
    expect(z.toJSONSchema(schema)).toMatchObject({ type: 'string', minLength: 2, maxLength: 3 })
  })
})
