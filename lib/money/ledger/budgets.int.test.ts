import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BudgetLimit } from '@/lib/platform/caller'
import { pool } from '@/lib/platform/db'
import { insertHolds } from './internal/holds-repository'
import { hold, resizeHold, settle } from './ledger'
import { deleteBudgetSpend, readBudgetSpend, sweepBudgetSpend } from './quota'
import { checkLedger, customerWith, endOf, holdItem } from './testing/ledger-customer'

const newBudget = () => `budget_${randomUUID()}`
const day = (n: number) => new Date(Date.UTC(2126, 0, n)).toISOString()

/** A limit on one value of a budget for each, or (`null`) of a budget for one. */
function limitOn(
  budgetId: string,
  limit: bigint,
  value: string | null = null,
  more: Partial<BudgetLimit> = {},
) {
  const id = value === null ? budgetId : `${budgetId}:${value}`
  return { id, budget_id: budgetId, value, limit: `${limit}`, period: null, until: null, most: 1000, ...more }
}

const rowOf = async (id: string) => {
  const { rows } = await pool.query(
    'SELECT held_nanos::int AS held, period_nanos::int AS spent FROM key_spend WHERE api_key_id = $1',
    [id],
  )
  return rows[0]
}

describe('a budget', () => {
  it('counts holds and charges beside the balance, and is named where it refuses', async () => {
    const customerId = await customerWith(10_000n)
    const [mine, wide] = [newBudget(), newBudget()]
    const budgets = [limitOn(mine, 100n), limitOn(wide, 1000n, 'u')]
    const one = holdItem(customerId, 60n, { budgets })
    expect(await hold(one)).toMatchObject({ outcome: 'held', available: 9940n })
    expect(await hold(holdItem(customerId, 41n, { budgets }))).toMatchObject({
      outcome: `budget:${mine}`,
      available: 40n,
      held: 60n,
    })
    await settle(endOf(one, '25'), null)
    expect([await rowOf(mine), await rowOf(`${wide}:u`)]).toEqual([
      { held: 0, spent: 25 },
      { held: 0, spent: 25 },
    ])
    expect(await hold(holdItem(customerId, 75n, { budgets }))).toMatchObject({ outcome: 'held' })
    expect(await hold(holdItem(customerId, 1n, { budgets }))).toMatchObject({ outcome: `budget:${mine}` })
    // Without the budget, the same request is covered.
    expect(await hold(holdItem(customerId, 1n))).toMatchObject({ outcome: 'held' })
  })

  it('begins at zero in the next period, where a late charge of the last one does not count', async () => {
    const customerId = await customerWith(10_000n)
    const id = newBudget()
    const on = (n: number) => [limitOn(id, 100n, null, { period: day(n), until: day(n + 1) })]
    const late = holdItem(customerId, 90n, { budgets: on(1) })
    await hold(late)
    expect(await hold(holdItem(customerId, 50n, { budgets: on(1) }))).toMatchObject({ available: 10n })
    // What is still held is held in any period.
    const next = holdItem(customerId, 10n, { budgets: on(2) })
    expect(await hold(next)).toMatchObject({ outcome: 'held' })
    await settle(endOf(late, '90'), null)
    await settle(endOf(next, '10'), null)
    expect(await rowOf(id)).toEqual({ held: 0, spent: 10 })
    expect(await hold(holdItem(customerId, 90n, { budgets: on(2) }))).toMatchObject({ outcome: 'held' })
  })

  it('limits how far a hold grows', async () => {
    const customerId = await customerWith(10_000n)
    const budgets = [limitOn(newBudget(), 100n), limitOn(newBudget(), 70n)]
    const item = holdItem(customerId, 50n, { budgets })
    await hold(item)
    expect(await resizeHold(item, 500n, null)).toBe(70n)
    expect(await resizeHold(item, 20n, null)).toBe(20n)
    expect(await hold(holdItem(customerId, 50n, { budgets }))).toMatchObject({ outcome: 'held' })
  })

  it('that is deleted while money is held leaves the hold as it is', async () => {
    const customerId = await customerWith(1000n)
    const id = newBudget()
    const item = holdItem(customerId, 100n, { budgets: [limitOn(id, 100n)] })
    await hold(item)
    await deleteBudgetSpend(customerId, id)
    expect(await resizeHold(item, 150n, null)).toBe(150n)
    expect(await settle(endOf(item, '120'), null)).toMatchObject({
      outcome: 'settled',
      charged: 120n,
    })
    expect(await rowOf(id)).toBeUndefined()
    expect(await readBudgetSpend(customerId, 10)).toEqual([])
  })

  it('is not exceeded by 200 holds at once over two processes, each for its own value too', async () => {
    const customerId = await customerWith(1_000_000n)
    const [all, each] = [newBudget(), newBudget()]
    const items = Array.from({ length: 200 }, (_, index) =>
      holdItem(customerId, 10n, {
        budgets: [limitOn(all, 700n), limitOn(each, 50n, `user ${index % 16}`)],
      }),
    )
    const rows = await Promise.all(
      items.map((one, index) =>
        index % 2 ? hold(one) : insertHolds([one], `inst_${index % 8}`).then((written) => written[0]),
      ),
    )
    const held = items.filter((_, index) => rows[index]?.outcome === 'held')
    expect(held).toHaveLength(70)
    for (let user = 0; user < 16; user++) {
      const { held: sum = 0 } = (await rowOf(`${each}:user ${user}`)) ?? {}
      expect(sum).toBeLessThanOrEqual(50)
    }
    await Promise.all(held.map((one) => settle(endOf(one, '7'), null)))
    expect(await rowOf(all)).toEqual({ held: 0, spent: 490 })
    expect(await checkLedger()).toBe(0)
  })
})

describe('values of a budget for each', () => {
  const countOf = async (customerId: string) => {
    const { rows } = await pool.query('SELECT count(*)::int AS n FROM key_spend WHERE customer_id = $1', [
      customerId,
    ])
    return rows[0]?.n
  }
  const spend = async (customerId: string, limit: BudgetLimit, cost: bigint) => {
    const item = holdItem(customerId, cost, { budgets: [limit] })
    const row = await hold(item)
    if (row.outcome === 'held') await settle(endOf(item, `${cost}`), null)
    return row.outcome
  }

  it('have a bounded number of rows; a forgotten value gets nothing back', async () => {
    const customerId = await customerWith(1_000_000n)
    const id = newBudget()
    const most = 16
    const on = (value: string) => limitOn(id, 100n, value, { most })
    expect(await spend(customerId, on('greedy'), 100n)).toBe('held')
    expect(await spend(customerId, on('small'), 3n)).toBe('held')
    for (let index = 0; index < 100; index++)
      expect(await spend(customerId, on(`made up ${index}`), 1n)).toBe('held')
    expect(await countOf(customerId)).toBeLessThanOrEqual(most)
    // The one with the most spend is never forgotten before one with less.
    expect(await spend(customerId, on('greedy'), 1n)).toBe(`budget:${id}:greedy`)
    // It had spent 3, and counts as if it had spent the most that a forgotten one had.
    expect(await spend(customerId, on('small'), 98n)).toBe(`budget:${id}:small`)
    expect(await spend(customerId, on('small'), 80n)).toBe('held')
  })

  it('whose period is over are forgotten first and swept, and leave no trace', async () => {
    const customerId = await customerWith(1_000_000n)
    const id = newBudget()
    const past = { period: '2020-01-01T00:00:00.000Z', until: '2020-01-02T00:00:00.000Z', most: 8 }
    for (let index = 0; index < 8; index++)
      expect(await spend(customerId, limitOn(id, 100n, `old ${index}`, past), 90n)).toBe('held')
    const now = { period: day(1), until: day(2), most: 8 }
    expect(await spend(customerId, limitOn(id, 100n, 'new', now), 100n)).toBe('held')
    expect(await countOf(customerId)).toBeLessThanOrEqual(8)
    await sweepBudgetSpend()
    expect(await readBudgetSpend(customerId, 10)).toMatchObject([{ value: 'new', spent: 100n, count: 1n }])
  })

  it('never spend more than their limit, whatever is forgotten in between', async () => {
    const steps = fc.array(
      fc.record({
        user: fc.integer({ min: 0, max: 30 }),
        cost: fc.bigInt({ min: 1n, max: 60n }),
        settles: fc.boolean(),
      }),
      { minLength: 20, maxLength: 60 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const customerId = await customerWith(1_000_000n)
        const id = newBudget()
        const charged = new Map<number, bigint>()
        for (let start = 0; start < all.length; start += 5)
          await Promise.all(
            all.slice(start, start + 5).map(async ({ user, cost, settles }) => {
              const item = holdItem(customerId, cost, {
                budgets: [limitOn(id, 100n, `${user}`, { most: 12 })],
              })
              const { outcome } = await hold(item)
              if (outcome !== 'held') return
              const paid = settles ? cost : 0n
              await settle(endOf(item, `${paid}`), null)
              charged.set(user, (charged.get(user) ?? 0n) + paid)
            }),
          )
        for (const sum of charged.values()) expect(sum).toBeLessThanOrEqual(100n)
        const { rows } = await pool.query(
          'SELECT coalesce(sum(held_nanos), 0)::int AS held, min(period_nanos)::int AS least FROM key_spend WHERE customer_id = $1',
          [customerId],
        )
        expect(rows[0]).toMatchObject({ held: 0 })
        expect(rows[0].least ?? 0).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 15 },
    )
  })
})
