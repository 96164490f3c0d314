import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { usageNames } from '@/lib/account/organizations/usage-names'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { grantCredit, readBalance } from '@/lib/money/ledger/balance'
import { releaseOrphanedHolds } from '@/lib/money/ledger/integrity'
import type { Journal } from '@/lib/money/ledger/ledger'
import { checkLedger } from '@/lib/money/ledger/testing/ledger-customer'
import { agreedPriceId, keepAgreedRates } from '@/lib/money/prices/read-prices'
import type { Caller } from '@/lib/platform/caller'
import { pool, prisma } from '@/lib/platform/db'
import { parseUsd } from '@/lib/platform/money'
import { inTransaction } from '@/lib/platform/transaction'
import { readRecent } from './recent'
import {
  chargeOfTask,
  openTaskMeter,
  releaseTaskMeter,
  settleTaskMeter,
  type TaskMeter,
  type TaskReading,
} from './task-meter'
import { limitedKey } from './testing'

await applySeed()

const nanos = (usd: string) => parseUsd(usd) ?? 0n

async function customerWith(usd: string): Promise<Caller> {
  const customerId = `cus_${randomUUID()}`
  await grantCredit({ customerId, amountNanos: nanos(usd), key: `grant:${customerId}` })
  return { customerId, userId: 'usr_test', apiKey: null, isOperator: false }
}

/** A new version of some route's price; answers its id. */
async function priceWith(pricing: object): Promise<string> {
  const { routeId } = await prisma.price.findFirstOrThrow()
  const id = `price_${randomUUID()}`
  const version = 1 + (await prisma.price.count({ where: { routeId } }))
  await prisma.price.create({ data: { id, routeId, version, pricing, validFrom: new Date() } })
  return id
}

const perImage = await priceWith({ image: { low: '0.01', medium: '0.04', high: '0.17' } })

/** What a task used: two pictures of medium quality, unless it says otherwise. */
function reading(meter: TaskMeter, differs: Partial<TaskReading> = {}): TaskReading {
  return {
    status: 'success',
    modality: 'image',
    modelId: 'acme/picture',
    modelName: 'Picture',
    providerId: 'acme',
    priceId: perImage,
    taskId: 'igen_1',
    endedAt: new Date(meter.startedAt.getTime() + 90_000),
    promptTokens: 12,
    completionTokens: 2000,
    images: 2,
    imageQuality: 'medium',
    usageSource: 'upstream',
    errorCode: null,
    ...differs,
  }
}

/** A meter of a task that is nowhere else. */
const openMeter = (caller: Caller, amountNanos = nanos('1')): Promise<TaskMeter> =>
  openTaskMeter(caller, amountNanos, {
    journal: { name: 'none', writes: { none: 'SELECT $2::json' } },
    row: {},
  })

async function money(caller: Caller) {
  const { balance, held } = await readBalance(caller)
  return { balance, held }
}

const perImageToken = await priceWith({ prompt: '0.000005', completion: '0.00004' })
const perVideoToken = await priceWith({ video_token: '0.0000025' })

describe("a task's meter", () => {
  it('that used more than it holds is charged as far as its key’s limit reaches', async () => {
    const caller = { ...(await customerWith('5')), apiKey: limitedKey(nanos('0.05')) }
    const meter = await openMeter(caller, nanos('0.01'))
    expect(await chargeOfTask(meter, reading(meter))).toBe(nanos('0.05'))
    expect(await settleTaskMeter(meter, reading(meter))).toEqual({ costNanos: nanos('0.05') })
    expect(await money(caller)).toEqual({ balance: '4.950000', held: '0.000000' })
  })

  it('holds until it is settled by what was used, with its row and its bill', async () => {
    const caller = await customerWith('5')
    const meter = await openMeter(caller)
    expect(await money(caller)).toEqual({ balance: '5.000000', held: '1.000000' })
    expect(await settleTaskMeter(meter, reading(meter))).toEqual({ costNanos: nanos('0.08') })
    expect(await money(caller)).toEqual({ balance: '4.920000', held: '0.000000' })
    expect(await readRecent(caller, meter.id, usageNames)).toEqual({
      id: meter.id,
      created_at: meter.startedAt.toISOString(),
      model_id: 'acme/picture',
      model_name: 'Picture',
      api_key_name: null,
      member_id: null,
      member_name: null,
      project_id: null,
      project_name: null,
      end_user: null,
      tags: {},
      modality: 'image',
      provider: 'acme',
      status: 'success',
      prompt_tokens: 12,
      completion_tokens: 2000,
      total_tokens: 2012,
      images: 2,
      video_seconds: 0,
      characters: 0,
      audio_seconds: 0,
      cost: '0.080000',
      cost_str: '$0.08',
      finish_reason: null,
      error_code: null,
      latency_ms: 90_000,
      ttft_ms: null,
      task_id: 'igen_1',
      trace_id: null,
      usage_source: 'upstream',
      service_tier: null,
      own_key: false,
      attempts: [],
      bill: {
        lines: [{ item: 'image_medium', quantity: 2, unit_price: '0.040000', amount: '0.080000' }],
        total: '0.080000',
        price_version: expect.any(Number),
        price_factor: null,
        own_key: false,
        usage_source: 'upstream',
      },
    })
  })

  it('bills pictures by tokens where their tokens have the price', async () => {
    const caller = await customerWith('5')
    const meter = await openMeter(caller)
    await settleTaskMeter(meter, reading(meter, { priceId: perImageToken, imageQuality: 'high' }))
    expect((await readRecent(caller, meter.id, usageNames)).bill).toMatchObject({
      lines: [
        { item: 'prompt', quantity: 12, amount: '0.000060' },
        { item: 'completion', quantity: 2000, amount: '0.080000' },
      ],
      total: '0.080060',
    })
  })

  it('bills own rates and a factor, and the row explains both', async () => {
    const caller = await customerWith('5')
    const own = { image: { low: '0.1', medium: '0.2', high: '0.3' } }
    const ratesId = await inTransaction((transaction) => keepAgreedRates(own, transaction))
    expect(await inTransaction((transaction) => keepAgreedRates(own, transaction))).toBe(ratesId)
    const meter = await openMeter(caller)
    const priceId = agreedPriceId(perImage, ratesId)
    const settled = await settleTaskMeter(meter, reading(meter, { priceId, priceFactor: 0.75 }))
    expect(settled.costNanos).toBe(nanos('0.3'))
    expect((await readRecent(caller, meter.id, usageNames)).bill).toMatchObject({
      lines: [{ item: 'image_medium', quantity: 2, unit_price: '0.150000', amount: '0.300000' }],
      price_factor: 0.75,
    })
    const [row] = await prisma.usageRecord.findMany({ where: { customerId: caller.customerId } })
    expect(row).toMatchObject({ priceId, priceFactor: 0.75, upstreamCostNanos: nanos('0.08') })
  })

  it('bills a video by its video tokens', async () => {
    const caller = await customerWith('5')
    const meter = await openMeter(caller)
    const video = {
      modality: 'video',
      priceId: perVideoToken,
      promptTokens: 0,
      completionTokens: 108_900,
    } as const
    await settleTaskMeter(
      meter,
      reading(meter, { ...video, images: 0, imageQuality: null, videoMillis: 5041, taskId: 'vgen_1' }),
    )
    expect(await readRecent(caller, meter.id, usageNames)).toMatchObject({
      modality: 'video',
      completion_tokens: 108_900,
      video_seconds: 5.041,
      cost: '0.272250',
      bill: {
        lines: [{ item: 'video_token', quantity: 108_900, unit_price: '0.0000025', amount: '0.272250' }],
      },
    })
  })

  it('costs nothing when the task failed', async () => {
    const caller = await customerWith('5')
    const meter = await openMeter(caller)
    const failed = reading(meter, { status: 'failed', errorCode: 'upstream_error', usageSource: 'none' })
    expect(await settleTaskMeter(meter, failed)).toEqual({ costNanos: 0n })
    expect(await money(caller)).toEqual({ balance: '5.000000', held: '0.000000' })
    expect(await readRecent(caller, meter.id, usageNames)).toMatchObject({
      status: 'failed',
      error_code: 'upstream_error',
      cost: '0.000000',
      bill: { lines: [] },
    })
  })

  it('is settled once, whatever a job that runs again says', async () => {
    const caller = await customerWith('5')
    const [won, lost] = [await openMeter(caller), await openMeter(caller)]
    await settleTaskMeter(won, reading(won))
    await settleTaskMeter(lost, reading(lost, { status: 'failed', errorCode: 'execution_expired' }))
    const again = await Promise.all([
      settleTaskMeter(won, reading(won, { images: 9 })),
      settleTaskMeter(won, reading(won, { status: 'failed' })),
      settleTaskMeter(lost, reading(lost)),
    ])
    expect(again.map(({ costNanos }) => costNanos)).toEqual([nanos('0.08'), nanos('0.08'), 0n])
    expect(await money(caller)).toEqual({ balance: '4.920000', held: '0.000000' })
    expect(await readRecent(caller, won.id, usageNames)).toMatchObject({
      status: 'success',
      images: 2,
      cost: '0.080000',
    })
    expect(await readRecent(caller, lost.id, usageNames)).toMatchObject({
      status: 'failed',
      cost: '0.000000',
    })
  })

  it('that is released makes no row', async () => {
    const caller = await customerWith('5')
    const meter = await openMeter(caller)
    await releaseTaskMeter(meter)
    await releaseTaskMeter(meter)
    expect(await money(caller)).toEqual({ balance: '5.000000', held: '0.000000' })
    await expect(readRecent(caller, meter.id, usageNames)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is refused with 402 where the money or the limit of the key does not cover it', async () => {
    const caller = await customerWith('0.5')
    await expect(openMeter(caller, nanos('0.6'))).rejects.toMatchObject({
      code: 'insufficient_quota',
      metadata: { limit_source: 'balance', required: '0.600000', available: '0.500000' },
    })
    const apiKey = limitedKey(nanos('0.1'))
    await expect(openMeter({ ...caller, apiKey }, nanos('0.2'))).rejects.toMatchObject({
      code: 'key_limit_exceeded',
      metadata: { limit_source: 'key_limit', available: '0.100000' },
    })
    const meter = await openMeter({ ...caller, apiKey }, nanos('0.1'))
    expect(meter).toMatchObject({ apiKeyId: apiKey.id, apiKeyName: 'small', amountNanos: nanos('0.1') })
  })
})

const table = `kept_${randomUUID().replaceAll('-', '')}`
const journal: Journal = {
  name: table,
  writes: {
    made: `INSERT INTO ${table} SELECT h.hold_id, r.task_id FROM json_to_recordset($2::json) AS r(meter jsonb, task_id int)
      JOIN held h ON h.hold_id = r.meter ->> 'id' AND h.outcome = 'held'`,
  },
}

beforeAll(() => pool.query(`CREATE TABLE ${table} (meter_id text, task_id int PRIMARY KEY)`))
afterAll(() => pool.query(`DROP TABLE ${table}`))

let made = 0
const open = (caller: Caller, usd: string, taskId = ++made) =>
  openTaskMeter(caller, nanos(usd), { journal, row: { task_id: taskId } })

async function tasksOf(meterIds: string[]): Promise<number> {
  const { rowCount } = await pool.query(`SELECT 1 FROM ${table} WHERE meter_id = ANY ($1)`, [meterIds])
  return rowCount ?? 0
}

describe('a meter and its task', () => {
  it('holds the money, writes the task, and is left alone by the sweep until the task ends', async () => {
    const caller = await customerWith('5')
    const meter = await open(caller, '1')
    await releaseOrphanedHolds()
    expect(await money(caller)).toEqual({ balance: '5.000000', held: '1.000000' })
    expect(await tasksOf([meter.id])).toBe(1)
    const { rows } = await pool.query('SELECT instance_id FROM holds WHERE id = $1', [meter.id])
    expect(rows).toEqual([{ instance_id: null }])
    await releaseTaskMeter(meter)
    expect(await money(caller)).toEqual({ balance: '5.000000', held: '0.000000' })
  })

  it('makes as many tasks as the money is there for, however many are asked for at once', async () => {
    const [caller, other] = [await customerWith('5'), await customerWith('1')]
    const tries = await Promise.allSettled(
      Array.from({ length: 24 }, (_, at) => open(at % 4 === 3 ? other : caller, '0.5')),
    )
    const opened = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(opened).toHaveLength(12)
    expect(await tasksOf(opened.map(({ id }) => id))).toBe(12)
    expect(await money(caller)).toEqual({ balance: '5.000000', held: '5.000000' })
    expect(await money(other)).toEqual({ balance: '1.000000', held: '1.000000' })
    for (const one of tries)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({
          code: 'insufficient_quota',
          metadata: { limit_source: 'balance', required: '0.500000', available: '0.000000' },
        })
  })

  it('whose task cannot be written holds nothing, and does not touch those beside it', async () => {
    const caller = await customerWith('5')
    const number = ++made
    await open(caller, '1', number)
    const [first, broken, second] = await Promise.allSettled([
      open(caller, '1'),
      open(caller, '1', number),
      open(caller, '1'),
    ])
    expect([first?.status, broken?.status, second?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(broken).toMatchObject({ reason: { code: '23505' } })
    expect(await money(caller)).toEqual({ balance: '5.000000', held: '3.000000' })
    expect(await checkLedger()).toBe(0)
  })
})
