import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { grantCredit } from '@/lib/billing/credit'
import { applySeed } from '@/lib/catalog/apply-seed'
import type { Caller } from '@/lib/platform/caller'
import { pool } from '@/lib/platform/db'
import { listRecent } from './recent'
import { RecentQuery } from './schema'
import { bookUsage } from './testing/requests'
import { foldTallies } from './upkeep'

await applySeed()

const modelId = 'sandbox/chat-pro'
/** The ends of two quarters of an hour that follow one another, and a moment within each. */
const moments = [0, 1, 899_999, 900_000, 1_300_000, 1_799_999].map((millis) => Date.UTC(2026, 4, 1) + millis)

/** One of the model at each moment, and one of another model between any two. */
async function customerWithUse(): Promise<{ caller: Caller; expected: string[] }> {
  const customerId = `cus_${randomUUID()}`
  await grantCredit({ customerId, amountNanos: 10n ** 12n, key: `grant:${customerId}` })
  const caller: Caller = { customerId, userId: 'usr_test', apiKey: null, isOperator: false }
  const ids: string[] = []
  for (const moment of moments) {
    ids.push(await bookUsage(caller, new Date(moment), { modelId }))
    await bookUsage(caller, new Date(moment), { modelId: 'sandbox/chat' })
  }
  return { caller, expected: ids.toReversed() }
}

async function listIds(caller: Caller, query: Record<string, string>): Promise<string[]> {
  const { items } = await listRecent(caller, RecentQuery.parse({ model: modelId, ...query }))
  return items.map((item) => item.id)
}

describe('Recent requests of one model', () => {
  it('are each found once at either end of a quarter of an hour, before and after it is rolled up', async () => {
    const { caller, expected } = await customerWithUse()
    expect(await listIds(caller, {})).toEqual(expected)
    await foldTallies()
    expect(await listIds(caller, {})).toEqual(expected)
    expect(await listIds(caller, { limit: '4' })).toEqual(expected.slice(0, 4))
  })

  it('are found by rollups that do not say where in the quarter they lie', async () => {
    const { caller, expected } = await customerWithUse()
    await foldTallies()
    await pool.query(
      `UPDATE usage_rollups SET first_at = DEFAULT, last_at = DEFAULT WHERE customer_id = $1`,
      [caller.customerId],
    )
    const late = await bookUsage(caller, new Date(Number(moments[5]) - 1), { modelId })
    expect(await listIds(caller, {})).toEqual([expected[0], late, ...expected.slice(1)])
    await foldTallies()
    expect(await listIds(caller, {})).toEqual([expected[0], late, ...expected.slice(1)])
  })
})
