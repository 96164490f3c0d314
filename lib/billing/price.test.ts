import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatRate, parsePrice } from './price'

describe('parsePrice', () => {
  it('reads decimals exactly', () => {
    const price = parsePrice({ prompt: '0.00000015', completion: '0.0000006', request: '2' })
    expect(price.prompt).toBe(150_000_000n)
    expect(price.completion).toBe(600_000_000n)
    expect(price.request).toBe(2_000_000_000_000_000n)
    expect(price.videoToken).toBe(0n)
  })

  it('prices cached tokens like the others where nothing is said', () => {
    expect(parsePrice({ prompt: '0.000001' }).cachedPrompt).toBe(1_000_000_000n)
    expect(parsePrice({ prompt: '0.000001', cached_prompt: '0' }).cachedPrompt).toBe(0n)
  })

  it('prices tokens that are written to a cache like the others where nothing is said', () => {
    const plain = parsePrice({ prompt: '0.000001' })
    expect([plain.cacheWrite, plain.cacheWriteHour]).toEqual([1_000_000_000n, 1_000_000_000n])
    const minutes = parsePrice({ prompt: '0.000001', cache_write: '0.00000125' })
    expect([minutes.cacheWrite, minutes.cacheWriteHour]).toEqual([1_250_000_000n, 1_250_000_000n])
    expect(parsePrice({ prompt: '0.000001', cache_write_1h: '0.000002' }).cacheWriteHour).toBe(2_000_000_000n)
  })

  it('tells searches that cost nothing from those that have no price', () => {
    expect(parsePrice({ prompt: '0.000001' }).webSearch).toBeNull()
    expect(parsePrice({ web_search: '0' }).webSearch).toBe(0n)
  })

  it.each(['', '-1', '1e-7', '.5', '1.', '0.0000000000000001', 'NaN', ' 1'])('refuses %j', (text) => {
    expect(() => parsePrice({ prompt: text })).toThrow(RangeError)
  })
})

describe('formatRate', () => {
  it.each([
    [0n, '0.000000'],
    [150_000_000n, '0.00000015'],
    [1n, '0.000000000000001'],
    [2_500_000_000_000_000n, '2.500000'],
  ])('%s → %s', (femtos, text) => expect(formatRate(femtos)).toBe(text))

  it('is undone by parsing', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (femtos) => {
        expect(parsePrice({ prompt: formatRate(femtos) }).prompt).toBe(femtos)
      }),
    )
  })
})
