import { expect, it } from 'vitest'
import { isLinkSignature, signLink } from './link-signature'

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
