import fc from 'fast-check'
import { countTokens as referenceCount } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { processorMillis } from '@/lib/platform/testing/processor-time'
import { countTexts, countTokens, countWhole, EXACT_CHARACTERS, splitTokens } from './tokens'

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

  it('agrees up to its longest exact text', () => {
    const text = 'The quick brown fox, jumps over 13 lazy dogs.\n\n  - 你好 '
      .repeat(1000)
      .slice(0, EXACT_CHARACTERS)
    expect(countTokens(text)).toBe(referenceCount(text, plain))
  })

  it.each([
    ['of one kind', 'The quick brown fox, jumps over 13 lazy dogs.\n\n  - 你好 '.repeat(2000)],
    [
      'of several',
      `${'{"name":"value","n":12345}'.repeat(2000)}${'你好，世界。\n'.repeat(6000)}${'lazy dogs '.repeat(5000)}`,
    ],
  ])('estimates longer texts %s within a few percent', (_, text) => {
    const exact = referenceCount(text, plain)
    expect(Math.abs(countTokens(text) - exact) / exact).toBeLessThan(0.1)
    const half = Math.floor(text.length / 2)
    expect(Math.abs(countTexts([text.slice(0, half), text.slice(half)]) - exact) / exact).toBeLessThan(0.1)
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
    const text = unit.repeat(4_000_000)
    countTokens(text)
    expect(await processorMillis(() => void countTokens(text))).toBeLessThan(1_000)
  })
})

describe('a flood', () => {
  const rare = Array.from({ length: 20_000 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7919) % 20_000)))
  const printable = Array.from({ length: 20_000 }, (_, at) =>
    String.fromCharCode(0x21 + ((at * at + 31 * at) % 94)),
  )

  it.each([
    ['blanks', ' '.repeat(8_000_000)],
    ['one letter', 'a'.repeat(8_000_000)],
    ['rare Chinese', rare.join('').repeat(134)],
    ['signs', printable.join('').repeat(400)],
  ])('of %s takes 50 ms of the event loop at most', async (_, text) => {
    countTokens('warm')
    const count = () => processorMillis(() => void countTokens(text))
    // Other work of the machine only adds: the least of three is nearest to what it takes.
    expect(Math.min(await count(), await count(), await count())).toBeLessThan(50)
  })

  it('is not light because of where it is light', () => {
    const length = 1_000_000
    const parts = 16
    const distance = (length - EXACT_CHARACTERS / parts) / (parts - 1)
    const dense = printable.join('').repeat(50)
    let text = ''
    for (let part = 0; part < parts; part++) {
      text += dense.slice(text.length, Math.floor(part * distance))
      text += ' '.repeat(EXACT_CHARACTERS / parts)
    }
    expect(countTokens(text)).toBeGreaterThan(0.5 * countTokens(dense))
  })
})

describe('counting all of a text', () => {
  const prose = 'The quick brown fox, jumps over 13 lazy dogs.\n\n  - 你好 '.repeat(1500)

  it('is exact, each text by itself', async () => {
    expect(await countWhole([prose, '', 'two words'])).toEqual([
      referenceCount(prose, plain),
      0,
      referenceCount('two words', plain),
    ])
  })

  it('is exact where there is no blank to cut at', async () => {
    const texts = [
      "don't再见，-=".repeat(5000),
      '港口里据说没有船曾两次离开。'.repeat(2000),
      '\n \n x'.repeat(4000),
    ]
    expect(await countWhole(texts)).toEqual(texts.map((text) => referenceCount(text, plain)))
  })

  it('leaves the event loop free in between', async () => {
    let turns = 0
    const turning = setInterval(() => turns++, 1)
    await countWhole(['好世'.repeat(200_000)])
    clearInterval(turning)
    expect(turns).toBeGreaterThan(10)
  })
})

describe('splitTokens', () => {
  it('cuts at tokens and loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        const parts = splitTokens(text)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        expect(parts.reduce((sum, piece) => sum + piece.tokens, 0)).toBe(countTokens(text))
      }),
    )
  })

  it('never cuts inside a character', () => {
    for (const piece of splitTokens('🧑🏽‍🚀 𝒳 漢字 ę̃')) expect(piece.text).not.toContain('\ufffd')
  })
})
