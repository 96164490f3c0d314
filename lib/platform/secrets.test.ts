import { describe, expect, it, test } from 'vitest'
import { isLinkSignature, seal, signLink, unseal } from './secrets'

describe('seal', () => {
  const sealed = seal('webhook:cus_1', 'whsec_abc')

  test('what was sealed opens for its purpose, and is never sealed the same way twice', () => {
    expect(unseal('webhook:cus_1', sealed)).toBe('whsec_abc')
    expect(seal('webhook:cus_1', 'whsec_abc')).not.toEqual(sealed)
    expect(sealed.includes('whsec_abc')).toBe(false)
  })

  test('it opens for nothing else', () => {
    expect(unseal('webhook:cus_2', sealed)).toBeUndefined()
    expect(unseal('webhook:cus_1', sealed.subarray(0, 20))).toBeUndefined()
    expect(unseal('webhook:cus_1', Buffer.alloc(0))).toBeUndefined()
  })

  test('any changed byte is noticed', () => {
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(unseal('webhook:cus_1', changed)).toBeUndefined()
    }
  })
})

describe('link signature', () => {
  const signature = signLink(['object', 'ab', 1])

  it('signs the very parts that it was made of', () => {
    expect(isLinkSignature(['object', 'ab', 1], signature)).toBe(true)
  })

  it.each([
    [['document', 'ab', 1]],
    [['object', 'ab', 2]],
    [['object', 'ab']],
    [['object', 'ab', 1, '']],
    [['object', 'a', 'b1']],
    [['objectab', 1]],
  ])('is worth nothing for %j', (parts) => {
    expect(isLinkSignature(parts, signature)).toBe(false)
  })

  it.each([
    '',
    signature.slice(1),
    `${signature}A`,
    `${signature.at(0) === 'A' ? 'B' : 'A'}${signature.slice(1)}`,
  ])('is not "%s"', (other) => expect(isLinkSignature(['object', 'ab', 1], other)).toBe(false))
})
