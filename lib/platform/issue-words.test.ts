import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import './issue-words'

const wordsOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

describe('what is wrong with a value', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.string(), 1, 'must be a string'],
    [z.number(), 'x', 'must be a number'],
    [z.int(), 1.5, 'must be a whole number'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.array(z.string()), {}, 'must be a list'],
    [z.object({}), [], 'must be an object'],
    [z.record(z.string(), z.string()), [], 'must be an object'],
    [z.null(), 1, 'must be null'],
    [z.int().min(1), 0, 'must be at least 1'],
    [z.number().max(2), 3, 'must be at most 2'],
    [z.number().gt(0), 0, 'must be more than 0'],
    [z.number().lt(1), 1, 'must be less than 1'],
    [z.number().multipleOf(16), 17, 'must be a multiple of 16'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(2), '', 'must have at least 2 characters'],
    [z.string().max(1), 'ab', 'must have at most 1 character'],
    [z.string().length(3), 'ab', 'must have exactly 3 characters'],
    [z.array(z.string()).min(1), [], 'must not be empty'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'must have at most 2 items'],
    [z.enum(['a', 'b', 'c']), 'd', 'must be one of "a", "b", "c"'],
    [z.literal('a'), 'd', 'must be "a"'],
    [z.literal([1, true]), 2, 'must be 1 or true'],
    [z.email(), 'x', 'must be an email address'],
    [z.iso.datetime(), 'x', 'must be an ISO 8601 time'],
    [z.ipv4(), 'x', 'must be a valid ipv4'],
    [z.string().regex(/^a$/), 'x', 'must match /^a$/'],
    [z.strictObject({}), { b: 1 }, 'has no field named "b"'],
    [z.union([z.string(), z.number()]), true, 'is not valid'],
    [z.discriminatedUnion('type', [z.object({ type: z.literal('a') })]), { type: 'b' }, 'must be "a"'],
    [z.string({ error: 'must be a name' }), 1, 'must be a name'],
  ])('%#: is %j', (schema, value, words) => {
    expect(wordsOf(schema, value)).toBe(words)
  })
})
