import { describe, expect, it, vi } from 'vitest'
import { clock } from '@/lib/platform/clock'
import { claimShare, recordDemand, releaseIdlePooledHolds, returnShare } from './holds'
import { flushLedger } from './ledger'
import { customerWith, heldOf, isShared } from './testing/ledger-customer'

const CREDIT = 1_000_000n

describe('a customer who asks now and then', () => {
  const START = new Date('2026-11-28T12:00:00Z').getTime()

  /** One request at each of these seconds, and none without a share in between. */
  async function askAt(customerId: string, credit: bigint, ...seconds: number[]): Promise<void> {
    for (const second of seconds) {
      vi.spyOn(clock, 'now').mockImplementation(() => new Date(START + second * 1000))
      const share = claimShare(customerId, 100n)
      if (share) returnShare(share, 0n)
      else recordDemand(customerId, 100n, credit)
    }
  }

  it('gets a small hold when asking again within a minute, for as long as the next request follows', async () => {
    const customerId = await customerWith(CREDIT)
    await askAt(customerId, CREDIT, 0, 61)
    expect(isShared(customerId)).toBe(false)
    await askAt(customerId, CREDIT, 120)
    await expect.poll(() => heldOf(customerId)).toBe(1_600n)
    await expect.poll(() => isShared(customerId)).toBe(true)
    await askAt(customerId, CREDIT, 179.9)
    await releaseIdlePooledHolds()
    expect(await heldOf(customerId)).toBe(1_600n)
    vi.spyOn(clock, 'now').mockImplementation(() => new Date(START + 240_000))
    await releaseIdlePooledHolds()
    expect(await heldOf(customerId)).toBe(0n)
  })

  it('has at least 49 fiftieths of the balance left for others', async () => {
    const customerId = await customerWith(800n * 50n)
    await askAt(customerId, 800n * 50n, 0, 1)
    await expect.poll(() => heldOf(customerId)).toBe(800n)
  })

  it('gets none that would cover less than eight requests', async () => {
    const customerId = await customerWith(799n * 50n)
    await askAt(customerId, 799n * 50n, 0, 1)
    await flushLedger()
    expect(await heldOf(customerId)).toBe(0n)
  })

  it('gets a large one once there are many requests', async () => {
    const customerId = await customerWith(CREDIT)
    await askAt(customerId, CREDIT, 0, 1)
    await expect.poll(() => isShared(customerId)).toBe(true)
    await askAt(customerId, CREDIT, ...Array.from({ length: 20 }, () => 2))
    const share = claimShare(customerId, 900n)
    expect(share).toBeDefined()
    await expect.poll(() => isShared(customerId, 20_000n)).toBe(true)
  })
})
