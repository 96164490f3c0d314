import { afterAll, beforeEach, describe, expect, it, test } from 'vitest'
import { env } from './env'
import { isLinkSignature, reseal, seal, signLink, unseal } from './secrets'

type Keys = Partial<
  Record<'NEXTAUTH_SECRET' | 'ENCRYPTION_KEY' | 'ENCRYPTION_KEY_PREVIOUS', string | undefined>
>
const usual: Keys = { NEXTAUTH_SECRET: env().NEXTAUTH_SECRET }

/** A start with other keys. */
function startWith(keys: Keys): void {
  Object.assign(env(), { ENCRYPTION_KEY: undefined, ENCRYPTION_KEY_PREVIOUS: undefined, ...usual, ...keys })
}

describe('a rotation', () => {
  const [old, young, other] = ['old', 'young', 'other'].map((name) => `${name} key `.padEnd(32, 'x'))
  const purpose = 'provider key openai pkey_1'
  beforeEach(() => startWith({}))
  afterAll(() => startWith({}))

  test('what NEXTAUTH_SECRET sealed opens beside an ENCRYPTION_KEY, which seals from then on', () => {
    const before = seal(purpose, 'sk-1')
    startWith({ ENCRYPTION_KEY: young })
    expect(unseal(purpose, before)).toBe('sk-1')
    const anew = reseal(purpose, before)
    expect(anew && unseal(purpose, anew)).toBe('sk-1')
    startWith({ NEXTAUTH_SECRET: 'another secret of the sessions x', ENCRYPTION_KEY: young })
    expect(anew && unseal(purpose, anew)).toBe('sk-1')
    expect(unseal(purpose, before)).toBeUndefined()
  })

  test.each([
    ['ENCRYPTION_KEY', { ENCRYPTION_KEY: old }, { ENCRYPTION_KEY: young, ENCRYPTION_KEY_PREVIOUS: old }],
    ['NEXTAUTH_SECRET', { NEXTAUTH_SECRET: old }, { NEXTAUTH_SECRET: young, ENCRYPTION_KEY_PREVIOUS: old }],
    ['no ENCRYPTION_KEY any more', { ENCRYPTION_KEY: old }, { ENCRYPTION_KEY_PREVIOUS: old }],
  ])('to another %s loses nothing', (_what, before, after) => {
    startWith(before)
    const sealed = seal(purpose, 'sk-1')
    expect(reseal(purpose, sealed)).toBeNull()
    startWith(after)
    expect(unseal(purpose, sealed)).toBe('sk-1')
    const anew = reseal(purpose, sealed)
    if (!anew) throw new Error('it was not sealed anew')
    startWith({ ...after, ENCRYPTION_KEY_PREVIOUS: undefined })
    expect(unseal(purpose, anew)).toBe('sk-1')
    expect(reseal(purpose, anew)).toBeNull()
    expect(unseal(purpose, sealed)).toBeUndefined()
    expect(reseal(purpose, sealed)).toBeUndefined()
  })

  test('what is sealed names its key, and no other opens it', () => {
    startWith({ ENCRYPTION_KEY: old })
    const [one, two] = [seal(purpose, 'sk-1'), seal(purpose, 'sk-2')]
    expect(one.subarray(0, 9)).toEqual(two.subarray(0, 9))
    startWith({ ENCRYPTION_KEY: other })
    expect(seal(purpose, 'sk-1').subarray(0, 9)).not.toEqual(one.subarray(0, 9))
    expect(unseal(purpose, one)).toBeUndefined()
    expect(reseal(purpose, Buffer.from('{"plain":true}'))).toBeNull()
  })
})

describe('seal', () => {
  const sealed = seal('webhook:cus_1', 'whsec_abc')

  test('what was sealed opens for its purpose, and is never sealed the same way twice', () => {
    expect(unseal('webhook:cus_1', sealed)).toBe('whsec_abc')
    expect(seal('webhook:cus_1', 'whsec_abc')).not.toEqual(sealed)
    expect(sealed.includes('whsec_abc')).toBe(false)
  })

  test('it does not open in another context', () => {
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

  it('signs exactly its parts', () => {
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
