import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clock } from '@/lib/platform/clock'
import { pool } from '@/lib/platform/db'
import { formatUsd } from '@/lib/platform/money'
import { grantCredit, readBalance } from './balance'
import { claimShare, recordDemand, releaseIdlePooledHolds, returnShare } from './holds'
import { insertHolds, settleHolds, toSettlement } from './internal/holds-repository'
import { hold, settle } from './ledger'
import { checkLedger, customerWith, heldOf, holdItem, isShared } from './testing/ledger-customer'

const CREDIT = 1_000_000n

async function busyCustomer(): Promise<string> {
  const customerId = `cus_${randomUUID()}`
  await grantCredit({ customerId, amountNanos: CREDIT, key: `grant:${customerId}` })
  claimShare(customerId, 100n)
  for (let i = 0; i < 20; i++) recordDemand(customerId, 100n, CREDIT)
  // The database shows it a moment before it can be shared.
  await expect.poll(() => isShared(customerId)).toBe(true)
  expect(await heldOf(customerId)).toBe(25_600n)
  return customerId
}

const balanceOf = (customerId: string) =>
  readBalance({ customerId, userId: null, apiKey: null, isOperator: false })

function charge(customerId: string, holdId: string, cost: string, id = `req_${randomUUID()}`) {
  return settle({ id, cost, customer_id: customerId, api_key_id: null, hold_id: holdId }, null)
}

// Demand is counted by the second; a test must not straddle two.
beforeEach(() => {
  const now = new Date()
  vi.spyOn(clock, 'now').mockImplementation(() => now)
})

describe('a pooled hold', () => {
  it('is not opened for an occasional customer, nor beyond a tenth of the available balance', async () => {
    const customerId = `cus_${randomUUID()}`
    await grantCredit({ customerId, amountNanos: CREDIT, key: `grant:${customerId}` })
    claimShare(customerId, 100n)
    for (let i = 0; i < 19; i++) recordDemand(customerId, 100n, CREDIT)
    expect(claimShare(customerId, 100n)).toBeUndefined()
    recordDemand(customerId, 100n, 999n) // a tenth of it does not cover one request
    expect(claimShare(customerId, 100n)).toBeUndefined()
    expect(await heldOf(customerId)).toBe(0n)
  })

  it('is shared until it is used up, and no further', async () => {
    const customerId = await busyCustomer()
    const shares = Array.from({ length: 300 }, () => claimShare(customerId, 100n))
    expect(shares.filter((share) => share !== undefined)).toHaveLength(256)
  })

  it('shrinks by what is charged to it, so the available balance stays the same', async () => {
    const customerId = await busyCustomer()
    const share = claimShare(customerId, 100n)
    if (!share) throw new Error('no share')
    returnShare(share, 40n)
    expect(await charge(customerId, share.holdId, '40')).toMatchObject({ outcome: 'settled', charged: 40n })
    expect(await heldOf(customerId)).toBe(25_560n)
    await releaseIdlePooledHolds(true)
    expect(await balanceOf(customerId)).toMatchObject({
      balance: formatUsd(CREDIT - 40n),
      held: formatUsd(0n),
    })
  })

  it('is released after its charges are written, so nobody else can spend the money first', async () => {
    const customerId = await busyCustomer()
    const share = claimShare(customerId, 100n)
    if (!share) throw new Error('no share')
    returnShare(share, 40n)
    const charged = charge(customerId, share.holdId, '40')
    await releaseIdlePooledHolds(true)
    const all = await hold(holdItem(customerId, CREDIT))
    expect(all).toMatchObject({ outcome: 'balance', available: CREDIT - 40n })
    expect(await charged).toMatchObject({ outcome: 'settled', charged: 40n })
  })

  it('charges a request once however often it is settled, and nothing for one that failed', async () => {
    const customerId = await busyCustomer()
    const share = claimShare(customerId, 100n)
    const id = `req_${randomUUID()}`
    const results = [
      await charge(customerId, share?.holdId ?? '', '40', id),
      await charge(customerId, share?.holdId ?? '', '40', id),
    ]
    expect(results.map(({ outcome, charged }) => [outcome, charged])).toEqual([
      ['settled', 40n],
      ['gone', 0n],
    ])
    expect(await charge(customerId, share?.holdId ?? '', '0')).toMatchObject({
      outcome: 'released',
      charged: 0n,
    })
    expect(await balanceOf(customerId)).toMatchObject({ balance: formatUsd(CREDIT - 40n) })
  })

  it('does not show in the balance once nobody shares it', async () => {
    const customerId = await busyCustomer()
    const share = claimShare(customerId, 100n)
    expect(await balanceOf(customerId)).toMatchObject({ held: formatUsd(25_600n) })
    if (share) returnShare(share, 0n)
    expect(await balanceOf(customerId)).toMatchObject({ held: formatUsd(0n), available: formatUsd(CREDIT) })
    expect(claimShare(customerId, 100n)).toBeUndefined()
  })

  it('is released after a second without use, but not while someone shares it', async () => {
    const customerId = await busyCustomer()
    const share = claimShare(customerId, 100n)
    const later = new Date(clock.now().getTime() + 1500)
    vi.spyOn(clock, 'now').mockImplementation(() => later)
    await releaseIdlePooledHolds()
    expect(await heldOf(customerId)).toBe(25_600n)
    if (share) returnShare(share, 0n)
    await releaseIdlePooledHolds()
    expect(await heldOf(customerId)).toBe(0n)
  })
})

describe('while a customer goes on asking', () => {
  /** Requests that use all that was held for them, one after the other. */
  async function spend(customerId: string, count: number): Promise<void> {
    const work = Array.from({ length: count }, () => {
      const share = claimShare(customerId, 100n)
      if (!share) throw new Error('no share')
      returnShare(share, 100n)
      return charge(customerId, share.holdId, '100')
    })
    await Promise.all(work)
  }

  it('the next hold is opened before the first one is used up', async () => {
    const customerId = await busyCustomer()
    await spend(customerId, 128)
    expect(await heldOf(customerId)).toBe(12_800n)
    await spend(customerId, 1)
    await expect.poll(() => isShared(customerId, 12_800n)).toBe(true)
    expect(await heldOf(customerId)).toBe(12_700n + 25_600n)
    await spend(customerId, 200)
  })

  it('one with little left is released', async () => {
    const customerId = await busyCustomer()
    await spend(customerId, 129)
    await expect.poll(() => heldOf(customerId)).toBe(12_700n + 25_600n)
    await spend(customerId, 112)
    await releaseIdlePooledHolds()
    expect(await heldOf(customerId)).toBe(25_600n)
  })

  it('one that covers no more requests is released', async () => {
    const customerId = await busyCustomer()
    const first = claimShare(customerId, 20_000n)
    if (!first) throw new Error('no share')
    await expect.poll(() => isShared(customerId, 20_000n)).toBe(true)
    returnShare(first, 20_000n)
    await charge(customerId, first.holdId, '20000')
    const heldBefore = await heldOf(customerId)
    const later = new Date(clock.now().getTime() + 1500)
    vi.spyOn(clock, 'now').mockImplementation(() => later)
    expect(isShared(customerId, 20_000n)).toBe(true)
    await releaseIdlePooledHolds()
    expect(await heldOf(customerId)).toBe(heldBefore - 5_600n)
  })
})

describe('whatever is charged to it, in whatever order', () => {
  it('the books balance, nothing is charged twice and nothing stays held', async () => {
    const item = fc.record({
      cost: fc.integer({ min: 0, max: 150 }),
      times: fc.integer({ min: 1, max: 3 }),
      isOrphan: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 30 }), async (items) => {
        const customerId = await busyCustomer()
        const work = items.map(async ({ cost, times, isOrphan }) => {
          const share = claimShare(customerId, 100n)
          const id = `req_${randomUUID()}`
          if (share) returnShare(share, BigInt(cost))
          const holdId = isOrphan || !share ? 'hold_gone' : share.holdId
          await Promise.all(Array.from({ length: times }, () => charge(customerId, holdId, String(cost), id)))
        })
        await Promise.all(work)
        await releaseIdlePooledHolds(true)
        const spent = items.reduce((sum, { cost }) => sum + BigInt(cost), 0n)
        expect(await balanceOf(customerId)).toMatchObject({
          balance: formatUsd(CREDIT - spent),
          held: formatUsd(0n),
        })
      }),
      { numRuns: 25 },
    )
    expect(await checkLedger()).toBe(0)
  }, 60_000)
})

describe('settlements in groups', () => {
  const CREDIT = 1000

  /** A customer with two pooled holds, and a key that settles under them. */
  async function pooledCustomer(amounts: readonly number[]) {
    const customerId = await customerWith(BigInt(CREDIT))
    const holds = amounts.map((amount) => holdItem(customerId, BigInt(amount)))
    await insertHolds(holds, null)
    return { customerId, holdIds: holds.map(({ id }) => id), apiKeyId: `key_${randomUUID()}` }
  }
  type Customer = Awaited<ReturnType<typeof pooledCustomer>>

  /** `hold` 2 is one that has ended. */
  type Item = { customer: number; hold: number; cost: number }

  function toSettlements(items: readonly Item[], customers: readonly Customer[]) {
    return items.map(({ customer, hold, cost }) => {
      const { customerId, holdIds, apiKeyId } = customers[customer] ?? {
        customerId: '',
        holdIds: [],
        apiKeyId: null,
      }
      const whom = { customer_id: customerId, api_key_id: apiKeyId, hold_id: holdIds[hold] ?? 'hold_gone' }
      return toSettlement({ id: `req_${randomUUID()}`, cost: String(cost), ...whom })
    })
  }

  /** The rules, reimplemented outside the database: one after another, each from its hold and then from free money. */
  function judge(items: readonly Item[], amounts: readonly number[]) {
    const free = CREDIT - amounts.reduce((sum, amount) => sum + amount, 0)
    const books = [0, 1].map(() => ({ charged: 0, free, holds: [...amounts] }))
    const outcomes = items.map(({ customer, hold, cost }) => {
      const book = books[customer]
      if (book === undefined || cost === 0) return 'released 0'
      const covered = Math.min(cost, book.holds[hold] ?? 0)
      const charged = Math.min(cost, covered + book.free)
      if (hold < 2) book.holds[hold] = (book.holds[hold] ?? 0) - covered
      book.free -= charged - covered
      book.charged += charged
      return `settled ${charged}`
    })
    return { books, outcomes }
  }

  async function readBooks({ customerId, holdIds, apiKeyId }: Customer) {
    const { rows } = await pool.query(
      `SELECT balance_nanos::int AS balance, held_nanos::int AS held, used_nanos::int AS used,
       (SELECT coalesce(sum(amount_nanos), 0)::int FROM ledger_entries WHERE kind = 'settle' AND customer_id = $1) AS entered,
       coalesce((SELECT total_nanos FROM key_spend WHERE customer_id = $1 AND api_key_id = $3), 0)::int AS by_key,
       (SELECT array_agg(amount_nanos::int ORDER BY array_position($2, id)) FROM holds WHERE customer_id = $1 AND id = ANY ($2)) AS holds
     FROM balances WHERE customer_id = $1`,
      [customerId, holdIds, apiKeyId],
    )
    return rows[0]
  }

  it('a group under pooled holds is charged what its items would be one by one, and once, whether its holds cover all of it or not', async () => {
    const item = fc.record({ customer: fc.nat(1), hold: fc.nat(2), cost: fc.integer({ min: 0, max: 120 }) })
    const coveredItem = fc.record({
      customer: fc.nat(1),
      hold: fc.nat(1),
      cost: fc.integer({ min: 0, max: 30 }),
    })
    const groups = fc.oneof(
      fc.array(item, { minLength: 1, maxLength: 14 }),
      fc.array(coveredItem, { minLength: 1, maxLength: 14 }),
    )
    const amounts = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 2, maxLength: 2 })
    await fc.assert(
      fc.asyncProperty(groups, amounts, async (items, sizes) => {
        const customers = [await pooledCustomer(sizes), await pooledCustomer(sizes)]
        const settlements = toSettlements(items, customers)
        const { books, outcomes } = judge(items, sizes)
        const booked = await settleHolds(settlements, null)
        expect(booked.map(({ outcome, charged }) => `${outcome} ${charged}`)).toEqual(outcomes)
        const repeated = await settleHolds(settlements, null)
        expect(repeated.every(({ charged }) => charged === 0n)).toBe(true)
        for (const [index, { charged, holds }] of books.entries()) {
          const held = holds.reduce((sum, amount) => sum + amount, 0)
          const customer = customers[index]
          const expected = {
            balance: CREDIT - charged,
            held,
            used: charged,
            entered: charged,
            by_key: charged,
            holds,
          }
          expect(customer && (await readBooks(customer))).toEqual(expected)
        }
      }),
      { numRuns: 80 },
    )
    expect(await checkLedger()).toBe(0)
  }, 60_000)
})
