import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pool } from '@/lib/platform/db'
import { formatUsd } from '@/lib/platform/money'
import { grantCredit } from './balance'
import { releaseOrphanedHolds } from './integrity'
import { insertHolds, settleHolds, toSettlement } from './internal/holds-repository'
import { flushLedger, hold, resizeHold, settle } from './ledger'
import { readKeySpend } from './quota'
import { balanceOf, checkLedger, customerWith, endOf, holdItem } from './testing/ledger-customer'

describe('a hold', () => {
  it('moves money from available to held, and settling charges what was used', async () => {
    const customerId = await customerWith(1000n)
    const held = holdItem(customerId, 600n)
    expect(await hold(held)).toMatchObject({ outcome: 'held', available: 400n })
    expect(await balanceOf(customerId)).toMatchObject({
      balance: formatUsd(1000n),
      held: formatUsd(600n),
      available: formatUsd(400n),
    })
    expect(await settle(endOf(held, '250'), null)).toMatchObject({
      outcome: 'settled',
      charged: 250n,
    })
    expect(await balanceOf(customerId)).toMatchObject({
      balance: formatUsd(750n),
      held: formatUsd(0n),
      available: formatUsd(750n),
      total_used: formatUsd(250n),
    })
  })

  it('is refused when it exceeds what is available, and says how much that is', async () => {
    const customerId = await customerWith(1000n)
    await hold(holdItem(customerId, 600n))
    expect(await hold(holdItem(customerId, 401n))).toMatchObject({
      outcome: 'balance',
      available: 400n,
      held: 600n,
    })
    expect(await hold(holdItem(customerId, 400n))).toMatchObject({ outcome: 'held', available: 0n })
  })

  it('is refused for a customer that has no balance at all', async () => {
    expect(await hold(holdItem(`cus_${randomUUID()}`, 1n))).toMatchObject({
      outcome: 'balance',
      available: 0n,
    })
  })

  it('of 0 is accepted for such a customer too: some models are free', async () => {
    const held = holdItem(`cus_${randomUUID()}`, 0n)
    expect(await hold(held)).toMatchObject({ outcome: 'held', available: 0n })
    expect(await settle(endOf(held, '0'), null)).toMatchObject({ outcome: 'released', charged: 0n })
  })

  it('cannot be settled twice, nor after its release', async () => {
    const customerId = await customerWith(1000n)
    const [first, second] = [holdItem(customerId, 100n), holdItem(customerId, 100n)]
    await Promise.all([hold(first), hold(second)])
    const twice = await Promise.all([
      settle(endOf(first, '60'), null),
      settleHolds([toSettlement(endOf(first, '60'))], null),
    ])
    expect(twice.flat().filter((row) => row.outcome === 'settled')).toHaveLength(1)
    const again = toSettlement(endOf(second, '0'))
    expect(await settleHolds([again, again], null)).toMatchObject([
      { outcome: 'released' },
      { outcome: 'gone' },
    ])
    expect(await settle(endOf(second, '100'), null)).toMatchObject({ outcome: 'gone', charged: 0n })
    expect(await balanceOf(customerId)).toMatchObject({ balance: formatUsd(940n), held: formatUsd(0n) })
  })

  it('that was lost is charged all the same, once, and a repetition leaves its neighbours alone', async () => {
    const customerId = await customerWith(1000n)
    const lost = toSettlement({ id: `req_${randomUUID()}`, cost: '100', customer_id: customerId })
    expect(await settleHolds([lost], null)).toMatchObject([{ outcome: 'settled', charged: 100n }])
    const next = holdItem(customerId, 50n)
    await hold(next)
    expect(await settleHolds([lost, toSettlement(endOf(next, '50'))], null)).toMatchObject([
      { outcome: 'gone', charged: 0n },
      { outcome: 'settled', charged: 50n },
    ])
    expect(await balanceOf(customerId)).toMatchObject({ balance: formatUsd(850n), held: formatUsd(0n) })
  })

  it('that used more than it held is charged as far as the balance covers it', async () => {
    const customerId = await customerWith(1000n)
    const [one, other] = [holdItem(customerId, 100n), holdItem(customerId, 800n)]
    await Promise.all([hold(one), hold(other)])
    expect(await settle(endOf(one, '500'), null)).toMatchObject({ charged: 200n })
    expect(await settle(endOf(other, '800'), null)).toMatchObject({ charged: 800n })
    expect(await balanceOf(customerId)).toMatchObject({ balance: formatUsd(0n) })
  })

  it('pays for what it was made for, though a payment was taken back meanwhile', async () => {
    const customerId = await customerWith(100n)
    const held = holdItem(customerId, 60n)
    await hold(held)
    await grantCredit({ customerId, amountNanos: -100n, key: `taken back:${customerId}` })
    expect(await settle(endOf(held, '90'), null)).toMatchObject({
      outcome: 'settled',
      charged: 60n,
    })
    expect(await balanceOf(customerId)).toMatchObject({ balance: formatUsd(-60n), held: formatUsd(0n) })
  })
})

describe('200 holds at once', () => {
  it('never promise more than the balance, over two connections and many groups', async () => {
    const customerId = await customerWith(10_000n)
    const items = Array.from({ length: 200 }, () => holdItem(customerId, 100n))
    const rows = await Promise.all(
      items.map((one, index) => (index % 2 ? hold(one) : insertHolds([one], 'inst_other').then((r) => r[0]))),
    )
    expect(rows.filter((row) => row?.outcome === 'held')).toHaveLength(100)
    expect(await balanceOf(customerId)).toMatchObject({ held: formatUsd(10_000n), available: formatUsd(0n) })
  })
})

describe("a key's limit", () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString()

  it('counts holds and spend within its period, and resets with the next', async () => {
    const customerId = await customerWith(10_000n)
    const key = `key_${randomUUID()}`
    const limited = (amount: bigint, period: string | null) =>
      holdItem(customerId, amount, { api_key_id: key, limit: '500', period })
    const first = limited(300n, day(1))
    expect(await hold(first)).toMatchObject({ outcome: 'held' })
    expect(await hold(limited(300n, day(1)))).toMatchObject({
      outcome: 'key_limit',
      available: 200n,
      held: 300n,
    })
    await settle(endOf(first, '250'), null)
    expect(await hold(limited(300n, day(1)))).toMatchObject({ outcome: 'key_limit', available: 250n })
    expect(await hold(limited(500n, day(2)))).toMatchObject({ outcome: 'held' })
    expect((await readKeySpend([key])).get(key)).toMatchObject({
      totalNanos: 250n,
      periodNanos: 0n,
      heldNanos: 500n,
    })
  })

  it('goes on counting where it is reset less often than before, with what was under way', async () => {
    const customerId = await customerWith(10_000n)
    const key = `key_${randomUUID()}`
    const limited = (amount: bigint, period: string, until: string) =>
      holdItem(customerId, amount, { api_key_id: key, limit: '500', period, until })
    const daily = (amount: bigint, n: number) => limited(amount, day(n), day(n + 1))
    const monthly = (amount: bigint) => limited(amount, day(1), day(32))
    const [past, underWay] = [daily(200n, 5), daily(100n, 5)]
    for (const item of [past, underWay]) await hold(item)
    await settle(endOf(past, '200'), null)
    const first = monthly(100n)
    expect(await hold(first)).toMatchObject({ outcome: 'held' })
    await settle(endOf(first, '100'), null)
    await settle(endOf(underWay, '100'), null)
    expect(await hold(monthly(101n))).toMatchObject({ outcome: 'key_limit', available: 100n })
    expect((await readKeySpend([key])).get(key)).toMatchObject({
      periodStart: new Date(day(1)),
      periodNanos: 400n,
      totalNanos: 400n,
    })
    expect(await hold(daily(500n, 5))).toMatchObject({ outcome: 'held' })
  })

  it('does not go back to a period that is over, whoever comes late', async () => {
    const customerId = await customerWith(10_000n)
    const key = `key_${randomUUID()}`
    const daily = (amount: bigint, n: number) =>
      holdItem(customerId, amount, { api_key_id: key, limit: '500', period: day(n), until: day(n + 1) })
    const [late, next] = [daily(100n, 5), daily(300n, 6)]
    for (const item of [late, next]) await hold(item)
    await settle(endOf(next, '300'), null)
    await settle(endOf(late, '100'), null)
    expect(await hold(daily(201n, 5))).toMatchObject({ outcome: 'key_limit', available: 200n })
    expect((await readKeySpend([key])).get(key)).toMatchObject({
      periodStart: new Date(day(6)),
      periodNanos: 300n,
    })
    const never = holdItem(customerId, 101n, { api_key_id: key, limit: '500', period: null })
    expect(await hold(never)).toMatchObject({ outcome: 'key_limit', available: 100n }) // all that it ever spent counts
  })

  it('holds under concurrency', async () => {
    const customerId = await customerWith(1_000_000n)
    const key = `key_${randomUUID()}`
    const items = Array.from({ length: 50 }, () =>
      holdItem(customerId, 100n, { api_key_id: key, limit: '1000', period: null }),
    )
    const rows = await Promise.all(items.map((one) => insertHolds([one], null)))
    expect(rows.flat().filter((row) => row.outcome === 'held')).toHaveLength(10)
  })

  it('counts what an unlimited key spent before it was limited', async () => {
    const customerId = await customerWith(10_000n)
    const key = `key_${randomUUID()}`
    const before = holdItem(customerId, 400n, { api_key_id: key })
    await hold(before)
    await settle(endOf(before, '400'), null)
    expect(
      await hold(holdItem(customerId, 101n, { api_key_id: key, limit: '500', period: null })),
    ).toMatchObject({ outcome: 'key_limit', available: 100n })
  })
})

describe('a credit', () => {
  it('is booked once for its key, whoever repeats it', async () => {
    const customerId = `cus_${randomUUID()}`
    const grant = { customerId, amountNanos: 500n, key: `grant:${customerId}` }
    const booked = await Promise.all(Array.from({ length: 8 }, () => grantCredit(grant)))
    expect(booked.filter(Boolean)).toHaveLength(1)
    expect(await balanceOf(customerId)).toMatchObject({
      balance: formatUsd(500n),
      total_purchased: formatUsd(0n),
    })
  })
})

/** What may happen to money, in any order, repeated, and with the process dying in between. */
type Step =
  | { kind: 'hold'; amount: number; slot: number }
  | { kind: 'settle'; slot: number; cost: number; times: number }
  | { kind: 'crash'; slot: number }
  | { kind: 'resize'; slot: number; amount: number }
  | { kind: 'grant'; amount: number; key: number }

const amount = fc.integer({ min: 0, max: 400 })
const slot = fc.integer({ min: 0, max: 9 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('hold' as const), amount, slot }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      slot,
      cost: fc.integer({ min: 0, max: 600 }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const), slot }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('resize' as const), slot, amount }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('grant' as const),
      amount: fc.integer({ min: 1, max: 300 }),
      key: fc.integer({ min: 0, max: 3 }),
    }),
  },
)

async function run(steps: Step[], customerId: string, prefix: string): Promise<void> {
  const dead = `inst_${randomUUID()}`
  const taken = new Set<number>() // a request has one hold, so an id is held once
  const work = steps.map(async (one) => {
    if (one.kind === 'grant')
      await grantCredit({ customerId, amountNanos: BigInt(one.amount), key: `${prefix}:grant:${one.key}` })
    else if (one.kind === 'hold' && !taken.has(one.slot) && taken.add(one.slot))
      await insertHolds([holdItem(customerId, BigInt(one.amount), { id: `${prefix}:${one.slot}` })], dead)
    else if (one.kind === 'settle')
      await Promise.all(
        Array.from({ length: one.times }, () =>
          settle(
            {
              id: `${prefix}:${one.slot}`,
              cost: String(one.cost),
              customer_id: customerId,
              api_key_id: null,
            },
            null,
          ),
        ),
      )
    else if (one.kind === 'resize')
      await resizeHold({ id: `${prefix}:${one.slot}`, customer_id: customerId }, BigInt(one.amount), null)
    else await releaseOrphanedHolds()
  })
  await Promise.all(work)
}

async function sumOfEntries(customerId: string): Promise<bigint> {
  const { rows } = await pool.query(
    `SELECT coalesce(sum(CASE WHEN credit_account = $1 THEN amount_nanos ELSE -amount_nanos END), 0)::bigint AS sum
       FROM ledger_entries WHERE $1 IN (credit_account, debit_account)`,
    [customerId],
  )
  return BigInt(rows[0]?.sum)
}

describe('whatever happens, in whatever order', () => {
  it('the balance is the sum of its entries, is never below zero, held is the sum of open holds, one settle per hold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const customerId = await customerWith(1000n)
        const prefix = randomUUID()
        await run(steps, customerId, prefix)
        await flushLedger()
        const { rows } = await pool.query(
          'SELECT balance_nanos, held_nanos FROM balances WHERE customer_id = $1',
          [customerId],
        )
        const balance = BigInt(rows[0]?.balance_nanos)
        const held = BigInt(rows[0]?.held_nanos)
        const open = await pool.query(
          'SELECT coalesce(sum(amount_nanos), 0)::bigint AS sum FROM holds WHERE customer_id = $1',
          [customerId],
        )
        const settles = await pool.query(
          `SELECT key, count(*)::int AS n FROM ledger_entries WHERE key LIKE $1 GROUP BY key`,
          [`settle:${prefix}%`],
        )
        expect(balance).toBe(await sumOfEntries(customerId))
        expect(balance).toBeGreaterThanOrEqual(0n)
        expect(balance - held).toBeGreaterThanOrEqual(0n)
        expect(held).toBe(BigInt(open.rows[0]?.sum))
        for (const row of settles.rows) expect(row.n).toBe(1)
      }),
      { numRuns: 60 },
    )
    expect(await checkLedger()).toBe(0)
  }, 120_000)
})
