import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateSecret, parseSecret } from './verify-key'

describe('parse secret', () => {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

  /** The contract's own words, written a second time: CRC-32 in base62, padded to six with `0`. */
  function checksumByTheBook(random: string): string {
    let rest = BigInt(crc32(random))
    let text = ''
    while (rest > 0n) {
      text = alphabet[Number(rest % 62n)] + text
      rest /= 62n
    }
    return text.padStart(6, '0')
  }

  describe('secrets', () => {
    it('have the shape of the contract and a checksum that anyone can verify', () => {
      for (let i = 0; i < 200; i++) {
        const match = /^sk-portico-([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(generateSecret())
        expect(match?.[2]).toBe(checksumByTheBook(match?.[1] ?? ''))
      }
    })

    it('are all different, and use every character about equally', () => {
      const secrets = Array.from({ length: 2000 }, generateSecret)
      expect(new Set(secrets).size).toBe(2000)
      const counts = new Map<string, number>()
      for (const secret of secrets)
        for (const character of secret.slice(11, 54)) counts.set(character, (counts.get(character) ?? 0) + 1)
      const expected = (2000 * 43) / 62
      // Chi-square with 61 degrees of freedom: above 130 about once in a million runs; a biased alphabet is far beyond.
      const chi = [...alphabet].reduce((sum, c) => sum + ((counts.get(c) ?? 0) - expected) ** 2 / expected, 0)
      expect(chi).toBeLessThan(130)
    })

    it('are known by their ends', () => {
      const secret = generateSecret()
      expect(parseSecret(secret)).toEqual({ prefix: secret.slice(0, 15), last4: secret.slice(-4) })
    })

    it('are refused with any one character changed', () => {
      fc.assert(
        fc.property(fc.integer({ min: 11, max: 59 }), fc.constantFrom(...alphabet), (at, character) => {
          const secret = generateSecret()
          fc.pre(secret[at] !== character)
          expect(parseSecret(secret.slice(0, at) + character + secret.slice(at + 1))).toBeUndefined()
        }),
      )
    })

    it.each([
      '',
      'sk-portico-',
      'sk-other-key',
      `sk-portico-${'0'.repeat(49)}`,
      `${generateSecret()}x`,
      `${generateSecret()}\n`,
    ])('are not %j', (text) => expect(parseSecret(text)).toBeUndefined())
  })
})
