import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { applySeed } from '@/lib/catalog/apply-seed'
import { loadCatalog } from '@/lib/catalog/read-snapshot'
import { newAccountOwner } from '@/lib/identity/testing/new-account-owner'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { isListening, publish } from '@/lib/platform/notify'
import { createKey } from './create-key'
import { flushLastUsed } from './flush-last-used'
import { generateSecret } from './generate-secret'
import { listKeys } from './list-keys'
import { readKey } from './read-key'
import { revokeKey } from './revoke-key'
import { rotateKey } from './rotate-key'
import { updateKey } from './update-key'
import { verifyKey } from './verify-key'

let owner: Caller

beforeAll(async () => {
  await applySeed()
  await loadCatalog()
  owner = await newAccountOwner()
})

afterEach(() => vi.restoreAllMocks())

/** Answers the code of a refusal, whether it was thrown or rejected. */
async function codeOf(secret: string): Promise<string> {
  try {
    await verifyKey(secret)
    return 'ok'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unexpected'
  }
}

function moveClock(millis: number): void {
  const now = Date.now() + millis
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(now))
}

describe('verifyKey', () => {
  it('answers the caller, and from then on without waiting', async () => {
    const { id, key } = await createKey(owner, { name: 'cached', rate_limit_rpm: 7, limit_usd: '1.5' })
    const first = verifyKey(key)
    expect(first).toBeInstanceOf(Promise)
    expect(await first).toMatchObject({
      customerId: owner.customerId,
      userId: null,
      isOperator: false,
      apiKey: { id, scopes: ['inference'], allowedModels: null, limitNanos: 1_500_000_000n, rateLimitRpm: 7 },
    })
    expect(verifyKey(key)).not.toBeInstanceOf(Promise)
  })

  it('asks the database once for many requests at the same time', async () => {
    const { key } = await createKey(owner, { name: 'stampede' })
    const spy = vi.spyOn(prisma.apiKey, 'findFirst')
    await Promise.all(Array.from({ length: 50 }, () => verifyKey(key)))
    expect(spy.mock.calls.length).toBeLessThanOrEqual(1)
  })

  it('refuses a secret with a wrong checksum without asking the database', () => {
    const secret = generateSecret()
    const forged = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0')
    expect(() => verifyKey(forged)).toThrow(expect.objectContaining({ code: 'invalid_api_key' }))
  })

  it('refuses unknown, disabled, expired and revoked keys with one and the same answer', async () => {
    const disabled = await createKey(owner, { name: 'd', status: 'disabled' })
    const revoked = await createKey(owner, { name: 'r' })
    await revokeKey(owner, revoked.id)
    const expiring = await createKey(owner, {
      name: 'e',
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    })
    expect(await codeOf(expiring.key)).toBe('ok')
    moveClock(61_000)
    const messages = new Set<string>()
    for (const secret of [generateSecret(), disabled.key, revoked.key, expiring.key]) {
      const error: unknown = await Promise.resolve()
        .then(() => verifyKey(secret))
        .catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'invalid_api_key', status: 401 })
      messages.add(String(error))
    }
    expect(messages.size).toBe(1)
  })

  it('sees disabling, enabling and revoking at once although the key is cached', async () => {
    const { id, key } = await createKey(owner, { name: 'toggled' })
    expect(await codeOf(key)).toBe('ok')
    await updateKey(owner, id, { status: 'disabled' })
    expect(await codeOf(key)).toBe('invalid_api_key')
    await updateKey(owner, id, { status: 'active' })
    expect(await codeOf(key)).toBe('ok')
    await revokeKey(owner, id)
    expect(await codeOf(key)).toBe('invalid_api_key')
  })

  it('hears of a change that another node made', async () => {
    const { id, key } = await createKey(owner, { name: 'elsewhere' })
    expect(await codeOf(key)).toBe('ok')
    // Another node's process: its own connection, nothing of ours in memory.
    await prisma.$transaction(async (tx) => {
      const row = await tx.apiKey.update({ where: { id }, data: { revokedAt: new Date() } })
      const digest = Buffer.from(row.secretHash).toString('hex')
      await tx.$executeRaw`SELECT count(*) FROM pg_notify('api_keys', ${digest})`
    })
    await expect.poll(() => codeOf(key)).toBe('invalid_api_key')
  })

  it('does not keep an answer that a change overtook on its way', async () => {
    const { id, key } = await createKey(owner, { name: 'overtaken' })
    const read = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const original = prisma.apiKey.findFirst.bind(prisma.apiKey)
    vi.spyOn(prisma.apiKey, 'findFirst').mockImplementationOnce(((query: Parameters<typeof original>[0]) =>
      original(query).then(async (row) => {
        read.resolve()
        await gate.promise
        return row
      })) as typeof original)
    const slow = Promise.resolve(verifyKey(key))
    await read.promise
    await revokeKey(owner, id)
    expect(await codeOf(key)).toBe('invalid_api_key')
    gate.resolve()
    await slow
    expect(await codeOf(key)).toBe('invalid_api_key')
  })

  it('forgets everything when the notification connection was lost, and goes on without the cache', async () => {
    const { key } = await createKey(owner, { name: 'gap' })
    await verifyKey(key)
    expect(verifyKey(key)).not.toBeInstanceOf(Promise)
    vi.useFakeTimers({ toFake: ['setTimeout'] }) // no reconnection before we have looked
    await prisma.$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'portico-notify' AND datname = current_database()`
    await expect.poll(isListening).toBe(false)
    expect(await codeOf(key)).toBe('ok')
    expect(verifyKey(key)).toBeInstanceOf(Promise)
    await vi.advanceTimersByTimeAsync(500)
    vi.useRealTimers()
    await expect.poll(isListening).toBe(true)
    await verifyKey(key)
    expect(verifyKey(key)).not.toBeInstanceOf(Promise)
    await publish('api_keys', 'nonsense')
  })

  it('refuses the demo customer while DEMO is off', async () => {
    await prisma.customer.update({ where: { id: owner.customerId }, data: { isDemo: true } })
    const { key } = await createKey(owner, { name: 'demo' })
    expect(await codeOf(key)).toBe('ok')
    env().demo = false
    expect(await codeOf(key)).toBe('invalid_api_key')
    env().demo = true
    await prisma.customer.update({ where: { id: owner.customerId }, data: { isDemo: false } })
  })
})

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

describe('last_used_at', () => {
  it('shows at once, is written by the flush, and never moves back', async () => {
    const { id, key, last_used_at } = await createKey(owner, { name: 'used' })
    expect(last_used_at).toBeNull()
    await verifyKey(key)
    const shown = (await readKey(owner, id)).last_used_at
    expect(Date.parse(shown ?? '')).toBeGreaterThan(Date.now() - 5000)
    const stored = () => prisma.apiKey.findUniqueOrThrow({ where: { id } })
    expect((await stored()).lastUsedAt).toBeNull()
    const { updatedAt } = await stored()
    await flushLastUsed()
    expect((await stored()).lastUsedAt?.toISOString()).toBe(shown)
    expect((await stored()).updatedAt).toEqual(updatedAt)

    const later = new Date(Date.now() + 60_000)
    await prisma.apiKey.update({ where: { id }, data: { lastUsedAt: later } })
    await verifyKey(key)
    expect((await listKeys(owner)).data.find((row) => row.id === id)?.last_used_at).toBe(later.toISOString())
    await flushLastUsed()
    expect((await stored()).lastUsedAt).toEqual(later)
  })
})
