import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { insertHolds, settleHolds, toSettlement } from '@/lib/billing/internal/holds-repository'
import { customerWith, holdItem } from '@/lib/billing/testing/ledger-customer'
import { pool } from '@/lib/platform/db'
import { usageJournal } from './booking'

const CREDIT = 100

/** `pooled` is covered by a hold as far as that reaches; `lost` by one that is not there any more. */
type Item = { cost: number; cover: 'pooled' | 'lost'; isRepeated: boolean }

async function twoGroups(items: readonly Item[], news: readonly Item[], heldNanos: number) {
  const customerId = await customerWith(BigInt(CREDIT))
  const pooled = holdItem(customerId, BigInt(heldNanos))
  await insertHolds([pooled], null)
  const toItem = ({ cost, cover }: Item) => {
    const id = `req_${randomUUID()}`
    const row = {
      id,
      created_at: '2026-07-07T07:07:07.000Z',
      customer_id: customerId,
      model_id: 'sandbox/chat',
      model_name: 'Sandbox Chat',
      provider_id: customerId,
      modality: 'chat',
      status: cost === 0 ? 'failed' : 'success',
      prompt_tokens: 1,
      completion_tokens: 1,
      usage_source: 'upstream',
      latency_ms: 5,
    }
    const hold_id = cover === 'pooled' ? pooled.id : 'hold_lost'
    const item = { id, cost: String(cost), customer_id: customerId, api_key_id: null, hold_id }
    return toSettlement({ ...item, row })
  }
  const first = items.map(toItem)
  const again = first.filter((_, index) => items[index]?.isRepeated)
  return { customerId, first, second: [...again, ...news.map(toItem)] }
}

async function readBooks(customerId: string) {
  const { rows } = await pool.query(
    `SELECT (SELECT count(*)::int FROM usage_records WHERE customer_id = $1) AS rows,
       (SELECT coalesce(sum(cost_nanos), 0)::int FROM usage_records WHERE customer_id = $1) AS billed,
       (SELECT coalesce(sum(requests), 0)::int FROM usage_tallies WHERE customer_id = $1) AS tallied,
       (SELECT coalesce(sum(cost_nanos), 0)::int FROM usage_tallies WHERE customer_id = $1) AS tallied_cost,
       (SELECT coalesce(sum(requests), 0)::int FROM traffic_tallies WHERE provider_id = $1) AS observed,
       (SELECT used_nanos::int FROM balances WHERE customer_id = $1) AS charged`,
    [customerId],
  )
  return rows[0]
}

it('requests that are settled again, beside new ones, have one row, one charge and one place in the figures', async () => {
  const item = fc.record({
    cost: fc.constantFrom(0, 0, 1, 7, 60),
    cover: fc.constantFrom('pooled' as const, 'pooled' as const, 'lost' as const),
    isRepeated: fc.boolean(),
  })
  const group = fc.array(item, { minLength: 1, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(group, group, fc.constantFrom(20, 100), async (items, news, heldNanos) => {
      const { customerId, first, second } = await twoGroups(items, news, heldNanos)
      await settleHolds(first, usageJournal)
      await settleHolds(second, usageJournal)
      const { rows, billed, tallied, tallied_cost, observed, charged } = await readBooks(customerId)
      const requests = items.length + news.length
      expect({ rows, tallied, observed }).toEqual({ rows: requests, tallied: requests, observed: requests })
      expect({ billed, tallied_cost }).toEqual({ billed: charged, tallied_cost: charged })
    }),
    { numRuns: 60 },
  )
}, 60_000)
