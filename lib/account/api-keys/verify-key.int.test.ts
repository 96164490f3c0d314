import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { isListening, publish } from '@/lib/platform/notify'
import { generateSecret } from './key-secret'
import { createKey, listKeys, readKey, revokeKey, updateKey } from './keys'
import { codeOf, moveClock, newKeyOwner } from './testing'
import { flushLastUsed, verifyKey } from './verify-key'

let owner: Caller

beforeAll(async () => {
  owner = await newKeyOwner()
})

/** How often the database is asked for this key now. */
async function lookUpsFor(key: string): Promise<number> {
  const spy = vi.spyOn(prisma.apiKey, 'findFirst')
  await verifyKey(key)
  const count = spy.mock.calls.length
  spy.mockRestore()
  return count
}

describe('verifyKey', () => {
  it('returns the caller, from then on without the database', async () => {
    const { id, key } = await createKey(owner, { name: 'cached', rate_limit_rpm: 7, limit_usd: '1.5' })
    expect(await verifyKey(key)).toMatchObject({
      customerId: owner.customerId,
      userId: null,
      isOperator: false,
      apiKey: { id, scopes: ['inference'], allowedModels: null, limitNanos: 1_500_000_000n, rateLimitRpm: 7 },
    })
    expect(await lookUpsFor(key)).toBe(0)
  })

  it('asks the database once for many requests at the same time', async () => {
    const { key } = await createKey(owner, { name: 'stampede' })
    const spy = vi.spyOn(prisma.apiKey, 'findFirst')
    await Promise.all(Array.from({ length: 50 }, () => verifyKey(key)))
    expect(spy.mock.calls.length).toBeLessThanOrEqual(1)
  })

  it('refuses a secret with a wrong checksum without asking the database', async () => {
    const secret = generateSecret()
    const forged = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0')
    const spy = vi.spyOn(prisma.apiKey, 'findFirst')
    await expect(verifyKey(forged)).rejects.toMatchObject({ code: 'invalid_api_key' })
    expect(spy).not.toHaveBeenCalled()
  })

  it('refuses unknown, disabled, expired and revoked keys with the same error', async () => {
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
      const error: unknown = await Promise.resolve(verifyKey(secret)).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'invalid_api_key', status: 401 })
      messages.add(String(error))
    }
    expect(messages.size).toBe(1)
  })

  it('sees disabling, enabling and revoking immediately although the key is cached', async () => {
    const { id, key } = await createKey(owner, { name: 'toggled' })
    expect(await codeOf(key)).toBe('ok')
    await updateKey(owner, id, { status: 'disabled' })
    expect(await codeOf(key)).toBe('invalid_api_key')
    await updateKey(owner, id, { status: 'active' })
    expect(await codeOf(key)).toBe('ok')
    await revokeKey(owner, id)
    expect(await codeOf(key)).toBe('invalid_api_key')
  })

  it('learns of a change made by another node', async () => {
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

  it('does not cache a result that a concurrent change made stale', async () => {
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
    const slow = verifyKey(key)
    await read.promise
    await revokeKey(owner, id)
    expect(await codeOf(key)).toBe('invalid_api_key')
    gate.resolve()
    await slow
    expect(await codeOf(key)).toBe('invalid_api_key')
  })

  it('clears the cache when the notification connection is lost, and continues without it', async () => {
    const { key } = await createKey(owner, { name: 'gap' })
    await verifyKey(key)
    expect(await lookUpsFor(key)).toBe(0)
    vi.useFakeTimers({ toFake: ['setTimeout'] }) // no reconnection before the assertion
    await prisma.$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'portico-notify' AND datname = current_database()`
    await expect.poll(isListening).toBe(false)
    expect(await codeOf(key)).toBe('ok')
    expect(await lookUpsFor(key)).toBe(1)
    await vi.advanceTimersByTimeAsync(500)
    vi.useRealTimers()
    await expect.poll(isListening).toBe(true)
    await verifyKey(key)
    expect(await lookUpsFor(key)).toBe(0)
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

describe('last_used_at', () => {
  // What other tests left is written now; what these leave, only ten seconds later.
  beforeEach(flushLastUsed)

  it('shows immediately, is written by the flush, and never moves back', async () => {
    const { id, key, last_used_at } = await createKey(owner, { name: 'used' })
    expect(last_used_at).toBeNull()
    const began = Date.now()
    await verifyKey(key)
    const shown = (await readKey(owner, id)).last_used_at
    expect(Date.parse(shown ?? '')).toBeGreaterThanOrEqual(began)
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

  it('is written after the database was unavailable for a while, without blocking anything else', async () => {
    const { id, key } = await createKey(owner, { name: 'used in vain' })
    await verifyKey(key)
    const away = vi.spyOn(prisma, '$executeRaw').mockRejectedValue(new Error('Connection terminated'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await expect(flushLastUsed()).resolves.toBeUndefined()
    expect(away).toHaveBeenCalledOnce()
    away.mockRestore()
    vi.advanceTimersByTime(10_000)
    vi.useRealTimers()
    const stored = async () => (await prisma.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt
    await expect.poll(stored).toBeInstanceOf(Date)
  })
})
