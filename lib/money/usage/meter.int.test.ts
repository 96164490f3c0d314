import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import pg from 'pg'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { usageNames } from '@/lib/account/organizations/usage-names'
import { grantCredit, readBalance } from '@/lib/money/ledger/balance'
import { claimShare, recordDemand, releaseIdlePooledHolds, returnShare } from '@/lib/money/ledger/holds'
import { releaseOrphanedHolds } from '@/lib/money/ledger/integrity'
import { insertHolds, settleHolds, toSettlement } from '@/lib/money/ledger/internal/holds-repository'
import { toLogLine } from '@/lib/money/ledger/internal/settlement-log'
import { balanceOf, checkLedger, customerWith, holdItem } from '@/lib/money/ledger/testing/ledger-customer'
import { parsePrice } from '@/lib/money/prices/price'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { pool } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import { instanceId } from '@/lib/platform/instance'
import { logger } from '@/lib/platform/logger'
import { heardOf } from '@/lib/platform/testing/other-processes'
import { recoverSettlements, usageJournal } from './booking'
import { type Meter, openMeter, releaseMeter, settleMeter } from './meter'
import { listRecent } from './recent'
import { findRecord } from './repository'
import { RecentQuery } from './schema'
import { limitedKey, readingOf } from './testing'
import { toUsageRow } from './usage-row'

describe('open meter', () => {
  const CREDIT = 10_000_000n

  let caller: Caller
  beforeEach(async () => {
    caller = { customerId: `cus_${randomUUID()}`, userId: null, apiKey: null, isOperator: false }
    const { customerId } = caller
    await grantCredit({ customerId, amountNanos: CREDIT, key: `grant:${customerId}` })
  })

  const open = (amountNanos: bigint, by = caller) => openMeter(by, newId('req'), amountNanos)

  const keyWith = (limitNanos: bigint): Caller => ({ ...caller, apiKey: limitedKey(limitNanos) })

  describe('a hold that is refused', () => {
    it('says when to come back where money that is held may cover it later', async () => {
      await open(6_000_000n).held
      await expect(open(6_000_000n).held).rejects.toMatchObject({
        code: 'insufficient_quota',
        retryAfterSeconds: 5,
        metadata: { limit_source: 'balance', required: '0.006000', available: '0.004000' },
      })
    })

    it('says nothing of it where all that there is would not cover it', async () => {
      await open(6_000_000n).held
      await expect(open(CREDIT + 1n).held).rejects.toMatchObject({ retryAfterSeconds: undefined })
    })
  })

  it.each([
    ['balance', () => caller],
    ['key', () => keyWith(CREDIT)],
  ])('whoever can hold for one request at a time by its %s asks one after the other', async (_, by) => {
    const one = by()
    for (let i = 0; i < 5; i++) {
      const meter = open(CREDIT - 1_000_000n, one)
      await meter.held
      void settleMeter(meter, readingOf())
    }
    expect((await listRecent(caller, RecentQuery.parse({}), usageNames)).items).toHaveLength(5)
  })

  describe('a key with a limit', () => {
    it('takes no part in a pooled hold, which knows of no limit', async () => {
      const { customerId } = caller
      const now = new Date()
      vi.spyOn(clock, 'now').mockImplementation(() => now) // demand is counted by the second
      claimShare(customerId, 100n)
      for (let i = 0; i < 20; i++) recordDemand(customerId, 100n, CREDIT)
      await expect.poll(() => claimShare(customerId, 0n)).toBeDefined()
      expect(open(100n).share).toBeDefined()
      const meter = open(100n, keyWith(99n))
      expect(meter.share).toBeUndefined()
      await expect(meter.held).rejects.toMatchObject({ code: 'key_limit_exceeded' })
    })

    it('waits for its hold, however much its customer has', async () => {
      await open(100n).held
      expect([open(100n).isCertain, open(100n, keyWith(1000n)).isCertain]).toEqual([true, false])
    })
  })

  it.each([
    ['by the cost of its route, not by its price', {}, 18_000n, 9000n],
    ['nothing where it failed', { status: 'failed', usageSource: 'none' }, 0n, 0n],
    ['what the provider counted, though it failed', { status: 'failed' }, 0n, 9000n],
  ] as const)('a request costs us %s', async (_, differs, cost_nanos, upstream_cost_nanos) => {
    const meter = open(1_000_000n)
    await meter.held
    const costPrice = parsePrice({ prompt: '0.0000005', completion: '0.000001' })
    await settleMeter(meter, readingOf({ ...differs, costPrice }))
    const { rows } = await pool.query(
      'SELECT cost_nanos, upstream_cost_nanos FROM usage_records WHERE id = $1',
      [meter.id],
    )
    expect(rows).toEqual([{ cost_nanos, upstream_cost_nanos }])
  })

  it('a request that was just answered is in the list of requests, though nobody waited for its settlement', async () => {
    const meter = open(1_000_000n)
    await meter.held
    void settleMeter(meter, readingOf())
    expect((await listRecent(caller, RecentQuery.parse({}), usageNames)).items).toMatchObject([
      { id: meter.id },
    ])
  })

  it('a request whose settlement met a deadlock has its usage row all the same', async () => {
    const meter = open(1_000_000n)
    await meter.held
    const query = pool.query.bind(pool)
    let isMet = false
    vi.spyOn(pool, 'query').mockImplementation((...asked: unknown[]) => {
      if (isMet || !JSON.stringify(asked[0]).includes('"ledger-settle'))
        return Reflect.apply(query, pool, asked)
      isMet = true
      return Promise.reject(Object.assign(new pg.DatabaseError('deadlock', 8, 'error'), { code: '40P01' }))
    })
    await settleMeter(meter, readingOf())
    vi.restoreAllMocks()
    expect(isMet).toBe(true)
    expect((await listRecent(caller, RecentQuery.parse({}), usageNames)).items).toMatchObject([
      { id: meter.id },
    ])
  })
})

describe('release meter', () => {
  const untouched = { balance: '0.010000', held: '0.000000' }

  let caller: Caller
  beforeEach(async () => {
    caller = { customerId: `cus_${randomUUID()}`, userId: null, apiKey: null, isOperator: false }
    const { customerId } = caller
    await grantCredit({ customerId, amountNanos: 10_000_000n, key: `grant:${customerId}` })
  })

  const open = (amountNanos: bigint): Meter => openMeter(caller, newId('req'), amountNanos)

  it('gives back what is held, however often it is asked to', async () => {
    const meter = open(1_000_000n)
    await meter.held
    expect(await readBalance(caller)).toMatchObject({ held: '0.001000' })
    await Promise.all([releaseMeter(meter), releaseMeter(meter)])
    expect(await readBalance(caller)).toMatchObject(untouched)
  })

  it('waits for a hold that is being written', async () => {
    await releaseMeter(open(1_000_000n))
    expect(await readBalance(caller)).toMatchObject(untouched)
  })

  it('has nothing to give back of a hold that was refused', async () => {
    await releaseMeter(open(11_000_000n))
    expect(await readBalance(caller)).toMatchObject(untouched)
  })

  it('leaves a meter alone that is settled', async () => {
    const meter = open(1_000_000n)
    await Promise.all([settleMeter(meter, readingOf()), releaseMeter(meter)])
    expect(await readBalance(caller)).toMatchObject({ balance: '0.009982', held: '0.000000' })
  })

  it('returns its share of a pooled hold, which can then be given back', async () => {
    const now = new Date()
    const time = vi.spyOn(clock, 'now').mockImplementation(() => now)
    claimShare(caller.customerId, 100n)
    for (let i = 0; i < 20; i++) recordDemand(caller.customerId, 100n, 10_000_000n)
    const share = await vi.waitFor(
      () => claimShare(caller.customerId, 100n) ?? Promise.reject(new Error('none')),
    )
    returnShare(share, 0n)
    const meter = open(100n)
    expect(meter.share).toBeDefined()
    await releaseMeter(meter)
    time.mockImplementation(() => new Date(now.getTime() + 2000))
    await releaseIdlePooledHolds()
    expect(await readBalance(caller)).toMatchObject(untouched)
  })
})

/** What a process that was killed has left: a hold of $3 and the line of its settlement for $2, which the database has not. */
async function leftBehind() {
  const customerId = await customerWith(5_000_000_000n)
  const id = newId('req')
  await insertHolds([{ ...holdItem(customerId, 3_000_000_000n), id }], `inst_${randomUUID()}`)
  const startedAt = new Date()
  const opened = { id, customerId, apiKeyId: null, apiKeyName: null, startedAt }
  const row = toUsageRow(opened, readingOf({}), startedAt)
  const item = { id, cost: '2000000000', customer_id: customerId, api_key_id: null, row }
  return { customerId, id, line: toLogLine('usage', toSettlement(item)) }
}

function writeLog(text: string, instance = `inst_${randomUUID()}`): string {
  const folder = join(env().DATA_DIR, 'settlements')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${instance}.${process.pid}@elsewhere.0.jsonl`)
  writeFileSync(path, `\n${text}`)
  return path
}

const charged = { balance: '3.000000', held: '0.000000' }

it('what a killed process had settled is booked once, whoever comes to it at once and again', async () => {
  const { customerId, id, line } = await leftBehind()
  const path = writeLog(`${line}\n{"journal":"usage","item":{"id":"req_cut`)
  await Promise.all([recoverSettlements(), recoverSettlements()])
  expect(existsSync(path)).toBe(false)
  writeLog(line)
  await recoverSettlements()
  await releaseOrphanedHolds()
  expect(await balanceOf(customerId)).toMatchObject(charged)
  expect(await findRecord(customerId, id)).toMatchObject({ status: 'success', cost_nanos: 2_000_000_000n })
  expect(await checkLedger()).toBe(0)
})

it('the log of a process that was away with all others is left to it, until it alone has been silent', async () => {
  const { customerId, line } = await leftBehind()
  const owner = `inst_${randomUUID()}`
  const path = writeLog(line, owner)
  await heardOf(owner, { secondsAgo: 25 })
  await heardOf(instanceId(), { secondsAgo: 0, steadyFor: 5 })
  await recoverSettlements()
  expect(existsSync(path)).toBe(true)
  await heardOf(instanceId(), { secondsAgo: 0, steadyFor: 60 })
  await recoverSettlements()
  expect(existsSync(path)).toBe(false)
  expect(await balanceOf(customerId)).toMatchObject(charged)
})

it('a damaged row costs its own bill alone: it is charged like the others', async () => {
  const [damaged, whole] = [await leftBehind(), await leftBehind()]
  const error = vi.spyOn(logger, 'error').mockReturnValue()
  writeLog(`${damaged.line.replace(/"created_at":"[^"]*"/, '"created_at":"once"')}\n${whole.line}`)
  await recoverSettlements()
  expect(error.mock.calls.map(([about]) => Object(about).id)).toContain(damaged.id)
  for (const { customerId } of [damaged, whole]) expect(await balanceOf(customerId)).toMatchObject(charged)
  expect(await findRecord(whole.customerId, whole.id)).toMatchObject({ cost_nanos: 2_000_000_000n })
  expect(await findRecord(damaged.customerId, damaged.id)).toBeUndefined()
})

it('a log that cannot be read is set aside, and the others are booked', async () => {
  const whole = await leftBehind()
  const error = vi.spyOn(logger, 'error').mockReturnValue()
  const unreadable = writeLog('')
  rmSync(unreadable)
  mkdirSync(unreadable)
  writeLog(whole.line)
  await recoverSettlements()
  expect(error.mock.calls.map(([about]) => Object(about).path)).toEqual([unreadable])
  expect([unreadable, `${unreadable}.unreadable`].map((path) => existsSync(path))).toEqual([false, true])
  expect(await balanceOf(whole.customerId)).toMatchObject(charged)
})

it('a log that could not be booked stays, and is booked when it can be', async () => {
  const whole = await leftBehind()
  const path = writeLog(whole.line)
  const error = vi.spyOn(logger, 'error').mockReturnValue()
  const query = pool.query.bind(pool)
  const refuse = (text: string, values: unknown[]) =>
    text.includes('JOIN usage_records') ? Promise.reject(new Error('deadlock detected')) : query(text, values)
  const refused = vi.spyOn(pool, 'query').mockImplementation(refuse as never)
  await recoverSettlements()
  refused.mockRestore()
  expect(error.mock.calls.map(([about]) => Object(about).path)).toEqual([path])
  expect(existsSync(path)).toBe(true)
  await recoverSettlements()
  expect(await balanceOf(whole.customerId)).toMatchObject(charged)
})

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
