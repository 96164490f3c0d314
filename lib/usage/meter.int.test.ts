import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readBalance } from '@/lib/billing/balance'
import { grantCredit } from '@/lib/billing/credit'
import { noteDemand, releaseIdlePooledHolds, returnShare, takeShare } from '@/lib/billing/pooled-holds'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { type Meter, openMeter, releaseMeter, settleMeter } from './meter'
import { listRecent } from './recent'
import { RecentQuery } from './schema'
import { limitedKey, readingOf } from './testing/requests'

describe('open meter', () => {
  const CREDIT = 10_000_000n

  let caller: Caller
  beforeEach(async () => {
    caller = { customerId: `cus_${randomUUID()}`, userId: null, apiKey: null, isOperator: false }
    const { customerId } = caller
    await grantCredit({ customerId, amountNanos: CREDIT, key: `grant:${customerId}` })
  })

  const open = (amountNanos: bigint, by = caller) => openMeter(by, newId('req'), amountNanos)

  const keyWith = (limitNanos: bigint): Caller => ({ ...caller, apiKey: limitedKey(limitNanos) })

  describe('a hold that is refused', () => {
    it('says when to come back where money that is held may cover it later', async () => {
      await open(6_000_000n).held
      await expect(open(6_000_000n).held).rejects.toMatchObject({
        code: 'insufficient_quota',
        retryAfterSeconds: 5,
        metadata: { limit_source: 'balance', required: '0.006000', available: '0.004000' },
      })
    })

    it('says nothing of it where all that there is would not cover it', async () => {
      await open(6_000_000n).held
      await expect(open(CREDIT + 1n).held).rejects.toMatchObject({ retryAfterSeconds: undefined })
    })
  })

  it.each([
    ['balance', () => caller],
    ['key', () => keyWith(CREDIT)],
  ])('whoever can hold for one request at a time by its %s asks one after the other', async (_, by) => {
    const one = by()
    for (let i = 0; i < 5; i++) {
      const meter = open(CREDIT - 1_000_000n, one)
      await meter.held
      void settleMeter(meter, readingOf())
    }
    expect((await listRecent(caller, RecentQuery.parse({}))).items).toHaveLength(5)
  })

  describe('a key with a limit', () => {
    it('takes no part in a pooled hold, which knows of no limit', async () => {
      const { customerId } = caller
      takeShare(customerId, 100n)
      for (let i = 0; i < 20; i++) noteDemand(customerId, 100n, CREDIT)
      await expect.poll(() => takeShare(customerId, 0n)).toBeDefined()
      expect(open(100n).share).toBeDefined()
      const meter = open(100n, keyWith(99n))
      expect(meter.share).toBeUndefined()
      await expect(meter.held).rejects.toMatchObject({ code: 'key_limit_exceeded' })
    })

    it('waits for its hold, however much its customer has', async () => {
      await open(100n).held
      expect([open(100n).isCertain, open(100n, keyWith(1000n)).isCertain]).toEqual([true, false])
    })
  })

  it('a request that was just answered is in the list of requests, though nobody waited for its settlement', async () => {
    const meter = open(1_000_000n)
    await meter.held
    void settleMeter(meter, readingOf())
    expect((await listRecent(caller, RecentQuery.parse({}))).items).toMatchObject([{ id: meter.id }])
  })
})

describe('release meter', () => {
  const untouched = { balance: '0.010000', held: '0.000000' }

  let caller: Caller
  beforeEach(async () => {
    caller = { customerId: `cus_${randomUUID()}`, userId: null, apiKey: null, isOperator: false }
    const { customerId } = caller
    await grantCredit({ customerId, amountNanos: 10_000_000n, key: `grant:${customerId}` })
  })

  const open = (amountNanos: bigint): Meter => openMeter(caller, newId('req'), amountNanos)

  it('gives back what is held, however often it is asked to', async () => {
    const meter = open(1_000_000n)
    await meter.held
    expect(await readBalance(caller)).toMatchObject({ held: '0.001000' })
    await Promise.all([releaseMeter(meter), releaseMeter(meter)])
    expect(await readBalance(caller)).toMatchObject(untouched)
  })

  it('waits for a hold that is being written', async () => {
    await releaseMeter(open(1_000_000n))
    expect(await readBalance(caller)).toMatchObject(untouched)
  })

  it('has nothing to give back of a hold that was refused', async () => {
    await releaseMeter(open(11_000_000n))
    expect(await readBalance(caller)).toMatchObject(untouched)
  })

  it('leaves a meter alone that is settled', async () => {
    const meter = open(1_000_000n)
    await Promise.all([settleMeter(meter, readingOf()), releaseMeter(meter)])
    expect(await readBalance(caller)).toMatchObject({ balance: '0.009982', held: '0.000000' })
  })

  it('returns its share of a pooled hold, which can then be given back', async () => {
    const now = new Date()
    const time = vi.spyOn(clock, 'now').mockImplementation(() => now)
    takeShare(caller.customerId, 100n)
    for (let i = 0; i < 20; i++) noteDemand(caller.customerId, 100n, 10_000_000n)
    const share = await vi.waitFor(
      () => takeShare(caller.customerId, 100n) ?? Promise.reject(new Error('none')),
    )
    returnShare(share, 0n)
    const meter = open(100n)
    expect(meter.share).toBeDefined()
    await releaseMeter(meter)
    time.mockImplementation(() => new Date(now.getTime() + 2000))
    await releaseIdlePooledHolds()
    expect(await readBalance(caller)).toMatchObject(untouched)
  })
})
