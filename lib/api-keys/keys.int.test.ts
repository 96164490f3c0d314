import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { createKey, readKey, revokeKey, rotateKey, updateKey } from './keys'
import { codeOf, moveClock, newKeyOwner } from './testing/keys'
import { generateSecret } from './verify-key'

let owner: Caller

beforeAll(async () => {
  owner = await newKeyOwner()
})

afterEach(() => vi.restoreAllMocks())

describe('rotation', () => {
  it('lets the old secret work until the grace ends', async () => {
    const made = await createKey(owner, { name: 'rotated' })
    const rotated = await rotateKey(owner, made.id, { grace_seconds: 60 })
    expect(rotated).toMatchObject({ id: made.id, name: 'rotated', last4: rotated.key.slice(-4) })
    expect(rotated.key).not.toBe(made.key)
    expect([await codeOf(made.key), await codeOf(rotated.key)]).toEqual(['ok', 'ok'])
    moveClock(61_000)
    expect([await codeOf(made.key), await codeOf(rotated.key)]).toEqual(['invalid_api_key', 'ok'])
  })

  it('ends the old secret at once without grace', async () => {
    const made = await createKey(owner, { name: 'rotated' })
    expect(await codeOf(made.key)).toBe('ok')
    const rotated = await rotateKey(owner, made.id, { grace_seconds: 0 })
    expect([await codeOf(made.key), await codeOf(rotated.key)]).toEqual(['invalid_api_key', 'ok'])
  })

  it('again and again leaves every old secret its own grace', async () => {
    const made = await createKey(owner, { name: 'rotated' })
    const second = await rotateKey(owner, made.id, { grace_seconds: 600 })
    const third = await rotateKey(owner, made.id, { grace_seconds: 60 })
    const codes = () => Promise.all([made, second, third].map(({ key }) => codeOf(key)))
    expect(await codes()).toEqual(['ok', 'ok', 'ok'])
    moveClock(61_000)
    expect(await codes()).toEqual(['ok', 'invalid_api_key', 'ok'])
    moveClock(601_000)
    expect(await codes()).toEqual(['invalid_api_key', 'invalid_api_key', 'ok'])
  })

  it('without grace ends every old secret', async () => {
    const made = await createKey(owner, { name: 'rotated' })
    const second = await rotateKey(owner, made.id, { grace_seconds: 600 })
    expect(await codeOf(made.key)).toBe('ok')
    const third = await rotateKey(owner, made.id, { grace_seconds: 0 })
    expect(await Promise.all([made, second, third].map(({ key }) => codeOf(key)))).toEqual([
      'invalid_api_key',
      'invalid_api_key',
      'ok',
    ])
  })

  it('keeps ten old secrets at the most: the one with the least grace left goes', async () => {
    const made = await createKey(owner, { name: 'rotated' })
    const secrets = [made.key]
    const graces = [600, 600, 30, 600, 600, 600, 600, 600, 600, 600, 600]
    for (const grace_seconds of graces) {
      expect(await codeOf(secrets[2] ?? made.key)).toBe('ok')
      secrets.push((await rotateKey(owner, made.id, { grace_seconds })).key)
    }
    const codes = await Promise.all(secrets.map(codeOf))
    expect(codes.filter((code) => code === 'ok')).toHaveLength(11)
    expect(codes[2]).toBe('invalid_api_key')
  })

  it('of one key by many at once gives each a secret, and all of them work', async () => {
    const made = await createKey(owner, { name: 'rotated' })
    const all = await Promise.all(
      Array.from({ length: 8 }, () => rotateKey(owner, made.id, { grace_seconds: 600 })),
    )
    expect(new Set(all.map(({ key }) => key)).size).toBe(8)
    expect(new Set(await Promise.all([made, ...all].map(({ key }) => codeOf(key))))).toEqual(new Set(['ok']))
    const record = await readKey(owner, made.id)
    expect(all.some(({ key }) => key.endsWith(record.last4))).toBe(true)
  })

  it('is forgotten with the key: disabling and revoking end every secret at once', async () => {
    const made = await createKey(owner, { name: 'rotated' })
    const second = await rotateKey(owner, made.id, { grace_seconds: 600 })
    const third = await rotateKey(owner, made.id, { grace_seconds: 600 })
    const codes = async () => new Set(await Promise.all([made, second, third].map(({ key }) => codeOf(key))))
    expect(await codes()).toEqual(new Set(['ok']))
    await updateKey(owner, made.id, { status: 'disabled' })
    expect(await codes()).toEqual(new Set(['invalid_api_key']))
    await updateKey(owner, made.id, { status: 'active' })
    expect(await codes()).toEqual(new Set(['ok']))
    await revokeKey(owner, made.id)
    expect(await codes()).toEqual(new Set(['invalid_api_key']))
  })

  it('and revoking at once never leaves a secret that works', async () => {
    const made = await createKey(owner, { name: 'rotated' })
    const [rotated] = await Promise.allSettled([
      rotateKey(owner, made.id, { grace_seconds: 600 }),
      revokeKey(owner, made.id),
    ])
    const secrets = [made.key, rotated.status === 'fulfilled' ? rotated.value.key : generateSecret()]
    expect(await Promise.all(secrets.map(codeOf))).toEqual(['invalid_api_key', 'invalid_api_key'])
  })
})
