import { afterAll, describe, expect, it, vi } from 'vitest'
import { QuotaReply } from '@/lib/money/ledger/schema'
import { openMeter } from '@/lib/money/usage/meter'
import { bookUsage } from '@/lib/money/usage/testing'
import { clock } from '@/lib/platform/clock'
import { newId } from '@/lib/platform/ids'
import { base, newCustomer, openDoors } from '../usage/testing'

const { call, close } = await openDoors()
afterAll(close)

const path = `${base}-quota`
/** Costs USD 0.25. */
const dear = { promptTokens: 250_000, completionTokens: 0 }

describe('The quota', () => {
  const read = async (key: string) => QuotaReply.parse((await call('GET', path, { key })).body)

  it('is the credit: what was used, what is held, and the rest: 200', async () => {
    const { owner, makeKey } = await newCustomer(10_000_000_000n)
    const { key } = await makeKey('reader')
    await bookUsage(owner, new Date(), dear)
    await openMeter(owner, newId('req'), 2_000_000_000n).held
    expect(await read(key)).toEqual({
      plan: 'pay_as_you_go',
      unit: 'USD',
      limit: '10.000000',
      used: '0.250000',
      held: '2.000000',
      remaining: '7.750000',
      resets_at: null,
      limit_source: 'balance',
      unlimited: false,
    })
  })

  it('is its own limit for a key that has one, until it is reset', async () => {
    vi.spyOn(clock, 'now').mockReturnValue(new Date('2026-12-30T12:00:00Z'))
    const { makeKey } = await newCustomer(10_000_000_000n)
    const { key, caller } = await makeKey('small', { limit_usd: '1', limit_reset: 'monthly' })
    await bookUsage(caller, clock.now(), dear)
    await openMeter(caller, newId('req'), 500_000_000n).held
    expect(await read(key)).toMatchObject({
      limit: '1.000000',
      used: '0.250000',
      held: '0.500000',
      remaining: '0.250000',
      resets_at: '2027-01-01T00:00:00.000Z',
      unlimited: false,
    })
    vi.mocked(clock.now).mockReturnValue(new Date('2027-01-01T00:00:00Z'))
    expect(await read(key)).toMatchObject({
      used: '0.000000',
      held: '0.500000',
      remaining: '0.500000',
      resets_at: '2027-02-01T00:00:00.000Z',
    })
  })

  it('never reports more for a key than the customer’s credit', async () => {
    const { makeKey } = await newCustomer(3_000_000_000n)
    const { key } = await makeKey('large', { limit_usd: '50' })
    expect(await read(key)).toMatchObject({ limit: '50.000000', remaining: '3.000000', resets_at: null })
  })

  it('is exact to the last nano-dollar', async () => {
    const { makeKey } = await newCustomer(1n)
    const { key } = await makeKey('reader')
    expect(await read(key)).toMatchObject({ limit: '0.000000001', remaining: '0.000000001' })
  })
})
