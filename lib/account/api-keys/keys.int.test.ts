import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { grantCredit } from '@/lib/money/ledger/balance'
import { bookUsage } from '@/lib/money/usage/testing'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { generateSecret } from './key-secret'
import { createKey, listKeys, readKey, revokeKey, rotateKey, updateKey } from './keys'
import type { UpdateApiKeyRequest } from './schema'
import { codeOf, moveClock, newKeyOwner } from './testing'
import { verifyKey } from './verify-key'

let owner: Caller

beforeAll(async () => {
  owner = await newKeyOwner()
})

describe('rotation', () => {
  it('lets the old secret work until the grace ends', async () => {
    const made = await createKey(owner, { name: 'rotated' })
    const rotated = await rotateKey(owner, made.id, { grace_seconds: 60 })
    expect(rotated).toMatchObject({ id: made.id, name: 'rotated', last4: rotated.key.slice(-4) })
    expect(rotated.key).not.toBe(made.key)
    expect([await codeOf(made.key), await codeOf(rotated.key)]).toEqual(['ok', 'ok'])
    const end = Date.parse((await readKey(owner, made.id)).previous_secret_expires_at ?? '')
    expect(Math.abs(end - Date.now() - 60_000)).toBeLessThan(30_000)
    moveClock(61_000)
    expect([await codeOf(made.key), await codeOf(rotated.key)]).toEqual(['invalid_api_key', 'ok'])
    expect(await readKey(owner, made.id)).toMatchObject({ previous_secret_expires_at: null })
  })

  it('a revoked key is listed among revoked keys only', async () => {
    const made = await createKey(owner, { name: 'gone' })
    await revokeKey(owner, made.id)
    const ids = async (revoked: 'true' | 'false') =>
      (await listKeys(owner, { cursor: '', revoked })).data.map(({ id }) => id)
    expect(await ids('false')).not.toContain(made.id)
    expect(await ids('true')).toContain(made.id)
    const { data } = await listKeys(owner, { cursor: '', revoked: 'true' })
    expect(data.find(({ id }) => id === made.id)?.revoked_at).toMatch(/Z$/)
  })

  it('ends the old secret immediately without grace', async () => {
    const made = await createKey(owner, { name: 'rotated' })
    expect(await codeOf(made.key)).toBe('ok')
    const rotated = await rotateKey(owner, made.id, { grace_seconds: 0 })
    expect([await codeOf(made.key), await codeOf(rotated.key)]).toEqual(['invalid_api_key', 'ok'])
  })

  it('repeated, leaves every old secret its own grace', async () => {
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

  it('keeps at most ten old secrets, dropping the one with the least grace left', async () => {
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

  it('by many at once gives each a secret that works', async () => {
    const made = await createKey(owner, { name: 'rotated' })
    const all = await Promise.all(
      Array.from({ length: 8 }, () => rotateKey(owner, made.id, { grace_seconds: 600 })),
    )
    expect(new Set(all.map(({ key }) => key)).size).toBe(8)
    expect(new Set(await Promise.all([made, ...all].map(({ key }) => codeOf(key))))).toEqual(new Set(['ok']))
    const record = await readKey(owner, made.id)
    expect(all.some(({ key }) => key.endsWith(record.last4))).toBe(true)
  })

  it('does not outlive the key: disabling and revoking end every secret immediately', async () => {
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

  it('concurrent with revoking never leaves a working secret', async () => {
    const made = await createKey(owner, { name: 'rotated' })
    const [rotated] = await Promise.allSettled([
      rotateKey(owner, made.id, { grace_seconds: 600 }),
      revokeKey(owner, made.id),
    ])
    const secrets = [made.key, rotated.status === 'fulfilled' ? rotated.value.key : generateSecret()]
    expect(await Promise.all(secrets.map(codeOf))).toEqual(['invalid_api_key', 'invalid_api_key'])
  })
})

describe('a limit that is changed', () => {
  /** Noon, so that no day ends during the test. */
  const now = new Date(new Date().setUTCHours(12, 0, 0, 0))
  const longAgo = new Date(now.getTime() - 40 * 24 * 3600 * 1000)
  const COST = '0.000018'

  beforeEach(() => void vi.spyOn(clock, 'now').mockReturnValue(now))

  /** An owner of a key through which one request was paid for today and two long ago. */
  async function spender(limit: Pick<UpdateApiKeyRequest, 'limit_usd' | 'limit_reset'>) {
    const owner = await newAccountOwner()
    await grantCredit({ customerId: owner.customerId, amountNanos: 10n ** 9n, key: `grant:${randomUUID()}` })
    const { id, key } = await createKey(owner, { name: 'spender', ...limit })
    const caller = await verifyKey(key)
    for (const at of [now, longAgo, longAgo]) await bookUsage(caller, at)
    const change = async (settings: UpdateApiKeyRequest) =>
      (await updateKey(owner, id, settings)).limit_remaining_usd
    return { change }
  }

  const LIMIT = '0.01'
  const left = (requests: number) => (Number(LIMIT) - requests * Number(COST)).toFixed(6)

  it('counts what was spent since the new period began, from whatever limit to whatever limit', async () => {
    const { change } = await spender({ limit_usd: LIMIT, limit_reset: 'monthly' })
    expect(await change({ limit_reset: 'daily' })).toBe(left(1))
    expect(await change({ limit_reset: 'monthly' })).toBe(left(1))
    expect(await change({ limit_reset: null })).toBe(left(3))
    expect(await change({ limit_reset: 'weekly' })).toBe(left(1))
  })

  it('counts it too where there was no limit before', async () => {
    const { change } = await spender({})
    expect(await change({ limit_usd: LIMIT, limit_reset: 'daily' })).toBe(left(1))
    expect(await change({ limit_usd: null })).toBeNull()
    expect(await change({ limit_usd: LIMIT })).toBe(left(1))
  })
})
