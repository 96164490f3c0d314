import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it, vi } from 'vitest'
import { grantCredit } from '@/lib/billing/grant-credit'
import { noteDemand, releaseIdlePooledHolds, returnShare, takeShare } from '@/lib/billing/pooled-holds'
import { readBalance } from '@/lib/billing/read-balance'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { type Meter, openMeter } from './open-meter'
import { releaseMeter } from './release-meter'
import { settleMeter } from './settle-meter'
import { readingOf } from './testing/reading-of'

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
