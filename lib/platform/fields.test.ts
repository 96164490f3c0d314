import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { characters, queryNumber } from './fields'

describe('characters', () => {
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
})

describe('query number', () => {
  const limit = queryNumber(1, 100, 20)

  it.each([
    ['1', 1],
    ['100', 100],
    ['007', 7],
    [undefined, 20],
  ])('takes %j for %j', (text, number) => {
    expect(limit.parse(text)).toBe(number)
  })

  it.each(['1e1', '0x10', '+5', '-5', ' 5', '5 ', '5.0', '0b1', '1_0', '٥', '', '0', '101', '9'.repeat(400)])(
    'refuses %j',
    (text) => {
      const { error } = limit.safeParse(text)
      expect(error?.issues[0]?.message).toBe('must be a whole number from 1 to 100')
    },
  )
})
