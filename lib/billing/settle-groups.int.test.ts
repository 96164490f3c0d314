import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pool } from '@/lib/platform/db'
import { insertHolds, settleHolds, toSettlement } from './internal/holds-repository'
import { checkLedger, customerWith, holdItem } from './testing/ledger-customer'

const CREDIT = 1000

/** A customer with two pooled holds, and a key that settles under them. */
async function pooledCustomer(amounts: readonly number[]) {
  const customerId = await customerWith(BigInt(CREDIT))
  const holds = amounts.map((amount) => holdItem(customerId, BigInt(amount)))
  await insertHolds(holds, null)
  return { customerId, holdIds: holds.map(({ id }) => id), apiKeyId: `key_${randomUUID()}` }
}
type Customer = Awaited<ReturnType<typeof pooledCustomer>>

/** `hold` 2 is one that is gone. */
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

/** The rules, told apart from the database: one after another, each from its hold and then from free money. */
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
       (SELECT coalesce(sum(amount_nanos), 0)::int FROM ledger_entries WHERE kind = 'settle' AND debit_account = $1) AS entered,
       coalesce((SELECT total_nanos FROM key_spend WHERE api_key_id = $3), 0)::int AS by_key,
       (SELECT array_agg(amount_nanos::int ORDER BY array_position($2, id)) FROM holds WHERE id = ANY ($2)) AS holds
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
