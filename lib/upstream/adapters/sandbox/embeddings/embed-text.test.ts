import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { embedText } from './embed-text'

const DIMENSIONS = 1024

function nearness(one: string, other: string, dimensions = DIMENSIONS): number {
  const [a, b] = [embedText(one, dimensions), embedText(other, dimensions)]
  return a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0)
}

describe('a vector', () => {
  it('has the length asked for, is one long, and is always the same for a text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 200 }), (text, dimensions) => {
        const vector = embedText(text, dimensions)
        expect(vector).toHaveLength(dimensions)
        expect(Math.hypot(...vector)).toBeCloseTo(1, 4)
        expect(embedText(text, dimensions)).toEqual(vector)
      }),
    )
  })
})

describe('nearness', () => {
  it.each([
    [
      'How do I reset my password?',
      'I forgot my password, how can I reset it?',
      'The train to Vienna leaves at noon.',
    ],
    ['The cat sat on the mat.', 'A cat was sitting on a mat', 'Quarterly revenue grew by nine percent'],
    ['colour theories', 'the theory of colours', 'a recipe for bread'],
    ['机器学习模型的训练', '训练机器学习模型', '今天天气很好'],
  ])('%j is nearer to %j than to %j', (text, alike, other) => {
    for (const dimensions of [256, DIMENSIONS])
      expect(nearness(text, alike, dimensions)).toBeGreaterThan(nearness(text, other, dimensions) + 0.15)
  })

  it('does not see case, punctuation and width', () => {
    expect(nearness('Hello, World!', 'hello world')).toBeCloseTo(1, 4)
    expect(nearness('ＡＢＣ', 'abc')).toBeCloseTo(1, 4)
  })

  it('is about nothing between texts that share nothing', () => {
    expect(Math.abs(nearness('zebra quilt', 'foggy pond'))).toBeLessThan(0.15)
    expect(Math.abs(nearness('!!!', '???'))).toBeLessThan(0.15)
  })
})
