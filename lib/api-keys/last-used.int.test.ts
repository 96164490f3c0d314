import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { prisma } from '@/lib/platform/db'
import { createKey, listKeys, readKey } from './keys'
import { newKeyOwner } from './testing/keys'
import { flushLastUsed, verifyKey } from './verify-key'

let owner: Caller

beforeAll(async () => {
  owner = await newKeyOwner()
})

afterEach(() => vi.restoreAllMocks())

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

  it('is written though the database was away for a while, and nothing else is held up by that', async () => {
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
