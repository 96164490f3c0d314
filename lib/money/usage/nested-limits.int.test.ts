import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { insertHolds } from '@/lib/money/ledger/internal/holds-repository'
import { hold, resizeHold, settle } from '@/lib/money/ledger/ledger'
import { periodStart, recountPeriod } from '@/lib/money/ledger/quota'
import { checkLedger, customerWith, endOf } from '@/lib/money/ledger/testing/ledger-customer'
import type { BudgetLimit, Caller, SpendLimit } from '@/lib/platform/caller'
import { pool } from '@/lib/platform/db'
import { openMeter, releaseMeter, settleMeter, toHoldItem } from './meter'
import { limitedKey, readingOf } from './testing'

/** A caller under these limits in nano-USD; undefined: none. */
type Name = 'balance' | 'key' | 'member' | 'project' | 'organization' | 'budget'
type Limits = Partial<Record<Name, bigint | undefined>>

async function callerUnder(limits: Limits): Promise<Caller> {
  const customerId = await customerWith(limits.balance ?? 10n ** 12n)
  const limit = (
    source: SpendLimit['source'],
    id: string,
    limitNanos: bigint | undefined,
    timezone = 'UTC',
  ) => (limitNanos === undefined ? [] : [{ source, id, limitNanos, reset: 'monthly' as const, timezone }])
  const budget: BudgetLimit = {
    id: `budget_${randomUUID()}`,
    budget_id: `budget_${randomUUID()}`,
    value: 'u',
    limit: `${limits.budget}`,
    period: null,
    until: null,
    most: 1000,
  }
  return {
    customerId,
    userId: null,
    apiKey: limitedKey(limits.key ?? null),
    isOperator: false,
    spendLimits: [
      ...limit('project_limit', `proj_${randomUUID()}`, limits.project, 'Asia/Kathmandu'),
      ...limit('member_limit', `mbr_${randomUUID()}`, limits.member),
      ...limit('organization_limit', customerId, limits.organization),
    ],
    ...(limits.budget !== undefined && { marks: { budgets: [budget] } }),
  }
}

const spendOf = async (id: string) => {
  const { rows } = await pool.query(
    'SELECT held_nanos::text AS held, period_nanos::text AS spent FROM key_spend WHERE api_key_id = $1',
    [id],
  )
  return { held: BigInt(rows[0]?.held ?? 0), spent: BigInt(rows[0]?.spent ?? 0) }
}

const nanos = fc.option(fc.bigInt({ min: 0n, max: 6000n }), { nil: undefined })
const anyLimits = fc.record({
  balance: fc.option(fc.bigInt({ min: 1n, max: 6000n }), { nil: undefined }), // a credit of nothing is refused
  key: nanos,
  member: nanos,
  project: nanos,
  organization: nanos,
  budget: nanos,
})

describe('nested limits', () => {
  it('are none exceeded by a nano-dollar under 500 requests at once of two processes', async () => {
    const request = fc.record({
      amount: fc.bigInt({ min: 1n, max: 60n }),
      // Of the amount, in percent: nothing was used, less than held, or more.
      used: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 0, max: 100 }) },
        fc.integer({ min: 101, max: 150 }),
      ),
    })
    const requests = fc.array(request, { minLength: 500, maxLength: 500 })
    await fc.assert(
      fc.asyncProperty(anyLimits, requests, async (limits, all) => {
        const caller = await callerUnder(limits)
        const startedAt = new Date()
        let charged = 0n
        const asked = all.map((one) => ({
          ...one,
          item: toHoldItem(caller, `req_${randomUUID()}`, one.amount, startedAt),
        }))
        const end = async ({ item, amount, used }: (typeof asked)[number], outcome: string | undefined) => {
          if (outcome !== 'held') return
          const cost = (amount * BigInt(used)) / 100n
          const most = cost > amount ? await resizeHold(item, cost, limits.key ?? null) : cost
          const paid = most !== null && most < cost ? most : cost
          await settle(endOf(item, `${paid}`), null)
          charged += paid
        }
        const here = asked.slice(0, 250).map(async (one) => end(one, (await hold(one.item)).outcome))
        const there = Array.from({ length: 25 }, async (_, nth) => {
          const group = asked.slice(250 + nth * 10, 260 + nth * 10)
          const rows = await insertHolds(
            group.map(({ item }) => item),
            'inst_other',
          )
          await Promise.all(group.map((one, index) => end(one, rows[index]?.outcome)))
        })
        await Promise.all([...here, ...there])
        const given = Object.values(limits).filter((limit) => limit !== undefined)
        for (const limit of given) expect(charged <= limit).toBe(true)
        // All of them count the same.
        for (const { id } of caller.spendLimits ?? [])
          if (charged > 0n) expect(await spendOf(id)).toEqual({ held: 0n, spent: charged })
        const { rows } = await pool.query('SELECT 1 FROM holds WHERE customer_id = $1', [caller.customerId])
        expect(rows).toEqual([])
      }),
      { numRuns: 5, endOnFailure: true },
    )
    expect(await checkLedger()).toBe(0)
  }, 120_000)

  it('name the one that refuses, and when it resets', async () => {
    const caller = await callerUnder({ member: 100n, project: 1000n, organization: 5000n, balance: 9000n })
    const meter = openMeter(caller, `req_${randomUUID()}`, 101n)
    await expect(meter.held).rejects.toMatchObject({
      code: 'spend_limit_exceeded',
      status: 402,
      metadata: { limit_source: 'member_limit', available: '0.000000100', required: '0.000000101' },
    })
    const refused = await meter.held.catch((error) => error)
    expect(Date.parse(refused.metadata.resets_at)).toBeGreaterThan(Date.now())
    expect(refused.message).toContain('An owner or admin can raise it in the console')
  })

  it('charge a cost above its hold only as far as the tightest allows', async () => {
    // 10 prompt and 4 completion tokens: 18,000 nanos.
    const caller = await callerUnder({ project: 15_000n, organization: 16_000n })
    const meter = openMeter(caller, `req_${randomUUID()}`, 1000n)
    await meter.held
    await settleMeter(meter, readingOf())
    for (const { id } of caller.spendLimits ?? [])
      expect(await spendOf(id)).toEqual({ held: 0n, spent: 15_000n })
  })

  it('get back what a request held that ended without a charge', async () => {
    const caller = await callerUnder({ project: 1000n })
    const meter = openMeter(caller, `req_${randomUUID()}`, 900n)
    await meter.held
    await releaseMeter(meter)
    const next = openMeter(caller, `req_${randomUUID()}`, 1000n)
    await next.held
    await releaseMeter(next)
  })

  it('do not refuse what costs nothing', async () => {
    const caller = await callerUnder({ project: 0n, member: 0n, organization: 0n })
    const free = openMeter(caller, `req_${randomUUID()}`, 0n)
    await free.held
    await expect(openMeter(caller, `req_${randomUUID()}`, 1n).held).rejects.toMatchObject({
      code: 'spend_limit_exceeded',
    })
  })

  it('that are lowered and raised while requests run count what is running', async () => {
    const caller = await callerUnder({ project: 1000n })
    const [limit] = caller.spendLimits ?? []
    if (limit === undefined) throw new Error('no limit')
    const at = (limitNanos: bigint): Caller => ({ ...caller, spendLimits: [{ ...limit, limitNanos }] })
    const running = openMeter(caller, `req_${randomUUID()}`, 600n)
    await running.held
    await expect(openMeter(at(500n), `req_${randomUUID()}`, 1n).held).rejects.toMatchObject({
      metadata: { limit_source: 'project_limit', available: '0.000000' },
    })
    const raised = openMeter(at(2000n), `req_${randomUUID()}`, 1400n)
    await raised.held
    await expect(openMeter(at(2000n), `req_${randomUUID()}`, 1n).held).rejects.toMatchObject({ status: 402 })
    await releaseMeter(running)
    await releaseMeter(raised)
    expect(await spendOf(limit.id)).toEqual({ held: 0n, spent: 0n })
  })

  it('whose reset changes count in the new period what was running', async () => {
    const caller = await callerUnder({ project: 100_000n })
    const [limit] = caller.spendLimits ?? []
    if (limit === undefined) throw new Error('no limit')
    const running = openMeter(caller, `req_${randomUUID()}`, 20_000n)
    await running.held
    const start = periodStart('daily', new Date(), limit.timezone)
    const period = { id: limit.id, customerId: caller.customerId, start, end: null }
    await recountPeriod(period, async () => 7n)
    await settleMeter(running, readingOf())
    expect(await spendOf(limit.id)).toEqual({ held: 0n, spent: 18_007n })
  })
})
