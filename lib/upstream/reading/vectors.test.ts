import { describe, expect, it } from 'vitest'
import { readVectors } from './vectors'

const item = (embedding: unknown, index?: unknown) => ({ object: 'embedding', embedding, index })

describe('vectors', () => {
  it.each([
    ['numbers as text', [item(['0.25', '-0.5'], 0), item(['1', '0'], 1)]],
    ['a vector as text', [item('[0.25, -0.5]', 0), item('[1, 0]', 1)]],
    ['indexes as text, in another order', [item([1, 0], '1'), item([0.25, -0.5], '0')]],
    ['vectors by their type', [item({ float: [0.25, -0.5] }), item({ float: [1, 0] })]],
    ['Google’s values', [{ values: [0.25, -0.5] }, { values: [1, 0] }]],
  ])('are read from %s', (_case, data) => {
    expect(readVectors({ data }, 2)).toEqual([
      [0.25, -0.5],
      [1, 0],
    ])
  })

  it.each([
    ['words', [item(['a', 'b']), item([1, 2])]],
    ['numbers that are none', [item([Number.POSITIVE_INFINITY, 1]), item([1, 2])]],
    ['a text that is no base64', [item('an error!'), item([1, 2])]],
    ['base64 of no whole number', [item('AAA='), item('AAA=')]],
    ['base64 that is not a number', [item(Buffer.from('0000c07f', 'hex').toString('base64')), item([1])]],
    ['a list of lists', [item([[1], [2]]), item([1, 2])]],
    ['nothing', []],
    ['no list', null],
  ])('are not made of %s', (_case, data) => {
    expect(() => readVectors({ data }, 2)).toThrow()
  })

  it('are not looked for without an end', () => {
    let nested: unknown = 1
    for (let depth = 0; depth < 100_000; depth++) nested = [nested]
    expect(() => readVectors({ data: [item(nested)] }, 1)).toThrow()
  })
})
