import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pool } from '@/lib/platform/db'
import { grantCredit } from './credit'
import { insertHolds } from './internal/holds-repository'
import { flushLedger, settle } from './ledger'
import { releaseOrphanedHolds } from './recovery'
import { checkLedger, customerWith, holdItem } from './testing/ledger-customer'

/** What may happen to money, in any order, repeated, and with the process dying in between. */
type Step =
  | { kind: 'hold'; amount: number; slot: number }
  | { kind: 'settle'; slot: number; cost: number; times: number }
  | { kind: 'crash'; slot: number }
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
