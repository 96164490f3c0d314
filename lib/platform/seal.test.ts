import { expect, test } from 'vitest'
import { seal, unseal } from './seal'

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
