import fc from 'fast-check'
import { countTokens as referenceCount } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { countTokens } from '@/lib/platform/count-tokens'
import { splitTokens } from '@/lib/platform/tokens/split-tokens'
import { processorMillis } from './testing/processor-millis'

const plain = { disallowedSpecial: new Set<string>() }

describe('countTokens', () => {
  it('agrees with gpt-tokenizer on any text', () => {
    const words = fc.constantFrom(
      'hello',
      ' world',
      "don't",
      '你好世界',
      '😀',
      '\n\n',
      '   ',
      'ÄÖü',
      '12345',
      '<|endoftext|>',
      '==>',
      'é',
    )
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(words, { maxLength: 30 }).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        expect(countTokens(text)).toBe(referenceCount(text, plain))
      }),
      { numRuns: 400 },
    )
  })

  it('agrees across the borders of its windows', () => {
    const text = 'The quick brown fox, jumps over 13 lazy dogs.\n\n  - 你好 '.repeat(2500)
    expect(countTokens(text)).toBe(referenceCount(text, plain))
  })

  it('never throws on special tokens or unpaired surrogates', () => {
    expect(countTokens('')).toBe(0)
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1)
    expect(countTokens('a\ud800b\udc00')).toBeGreaterThan(1)
  })

  it.each([
    ['letters', 'a'],
    ['Chinese', '好世'],
    ['emoji', '😀'],
    ['blanks', ' '],
    ['signs', '-='],
  ])('is quick on a long run of %s', async (_, unit) => {
    countTokens('warm')
    const work = () => expect(countTokens(unit.repeat(200_000))).toBeGreaterThan(0)
    expect(await processorMillis(work)).toBeLessThan(5_000)
  })
})

describe('splitTokens', () => {
  it('cuts at tokens and loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        const pieces = splitTokens(text)
        expect(pieces.map((piece) => piece.text).join('')).toBe(text)
        expect(pieces.reduce((sum, piece) => sum + piece.tokens, 0)).toBe(countTokens(text))
      }),
    )
  })

  it('never cuts inside a character', () => {
    for (const piece of splitTokens('🧑🏽‍🚀 𝒳 漢字 ę̃')) expect(piece.text).not.toContain('\ufffd')
  })
})
