import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from './errors'
import { parseInput } from './parse-input'

function faultOf(schema: z.ZodType, input: unknown): AppError | undefined {
  try {
    parseInput(schema, input)
    return undefined
  } catch (error) {
    return error instanceof AppError ? error : undefined
  }
}

describe('parseInput', () => {
  const schema = z.strictObject({ name: z.string(), list: z.array(z.object({ n: z.number() })).optional() })

  it.each([
    [{}, 'missing_parameter', 'name'],
    [{ name: 1 }, 'invalid_parameter', 'name'],
    [{ name: 'x', list: [{ n: 1 }, { n: 'x' }] }, 'invalid_parameter', 'list[1].n'],
    [{ name: 'x', list: [{}] }, 'missing_parameter', 'list[0].n'],
    [{ name: 'x', other: 1 }, 'invalid_parameter', 'other'],
    [[], 'invalid_parameter', null],
    [null, 'invalid_parameter', null],
  ])('of %j names %s %s', (input, code, param) => {
    expect(faultOf(schema, input)).toMatchObject({ code, param, status: 400 })
  })

  it('looks into the branch of a union that the value is nearest to', () => {
    const union = z.object({ content: z.union([z.string(), z.array(z.object({ text: z.string() }))]) })
    expect(faultOf(union, { content: [{ text: 1 }] })).toMatchObject({ param: 'content[0].text' })
  })

  it.each<[unknown, string]>([
    [['a', 'b', 'c'], 'stop must have at most 2 items.'],
    ['c', 'stop must be "a" or "b".'],
    [[1], 'stop[0] must be a string.'],
  ])('of %j says what is wrong with it as a value of its type', (stop, message) => {
    const union = z.object({ stop: z.union([z.enum(['a', 'b']), z.array(z.string()).max(2)]) })
    expect(faultOf(union, { stop })?.message).toBe(message)
  })

  it('names the types of a union, unless it has a message', () => {
    const either = [z.string(), z.array(z.string())] as const
    expect(faultOf(z.object({ content: z.union(either) }), { content: null })?.message).toBe(
      'content must be a string or a list.',
    )
    const worded = z.object({ content: z.union(either, { error: 'must be text' }) })
    expect(faultOf(worded, { content: 1 })?.message).toBe('content must be text.')
  })
})
