import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usageNames } from '@/lib/account/organizations/usage-names'
import { applySeed } from '@/lib/catalog/models/apply-seed'
import { grantCredit } from '@/lib/money/ledger/balance'
import { settleHolds, toSettlement } from '@/lib/money/ledger/internal/holds-repository'
import type { Caller } from '@/lib/platform/caller'
import { pool } from '@/lib/platform/db'
import { formatUsd, parseUsd } from '@/lib/platform/money'
import { usageJournal } from './booking'
import { downloadUsage } from './csv-exports'
import { readUsage } from './read-usage'
import { listRecent } from './recent'
import { RecentQuery, UsageQuery, type UsageReply } from './schema'
import { bookUsage } from './testing'
import { foldTallies } from './upkeep'

await applySeed()

async function newCustomer(): Promise<Caller> {
  const customerId = `cus_${randomUUID()}`
  await grantCredit({ customerId, amountNanos: 10n ** 12n, key: `grant:${customerId}` })
  return { customerId, userId: 'usr_test', apiKey: null, isOperator: false }
}

const read = (caller: Caller, query: Record<string, string>) =>
  readUsage(caller, UsageQuery.parse(query), usageNames)

const DAY = 86_400_000
const QUARTER = 900_000

/** Zones of whole, half and quarter hours; with summer time at midnight, of half an hour, and none. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Havana',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
]

type Request = {
  day: number
  quarter: number
  millis: number
  promptTokens: number
  completionTokens: number
  status: 'success' | 'failed'
  model: string
}

/** Days on which some of these zones change their clocks, and one on which none does. */
const around = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-04-24',
  '2026-10-25',
  '2026-11-01',
  '2026-01-15',
]

const request: fc.Arbitrary<Request> = fc.record({
  // Around midnight in the zone, where an error would show.
  day: fc.integer({ min: -3, max: 4 }),
  quarter: fc.integer({ min: -8, max: 8 }),
  millis: fc.constantFrom(-1, 0, 1, 437_000),
  promptTokens: fc.nat({ max: 500 }),
  completionTokens: fc.nat({ max: 500 }),
  status: fc.constantFrom('success' as const, 'success' as const, 'failed' as const),
  model: fc.constantFrom('sandbox/chat', 'sandbox/chat-pro'),
})

type Calendar = { timezone: string; date: string }
type Booked = { date: string; cost: bigint; tokens: number; characters: number; model: string }

function dateIn(timezone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(at)
}

/** How far the zone's clocks are ahead of UTC on that day at noon. */
function offsetOf(timezone: string, date: string): number {
  const noon = new Date(`${date}T12:00:00Z`)
  return Date.parse(`${noon.toLocaleString('sv-SE', { timeZone: timezone })}Z`) - noon.getTime()
}

const shift = (date: string, days: number) =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)

/** Books a request so and so far from the midnight that the day begins with in the zone. */
async function book(caller: Caller, { timezone, date }: Calendar, made: Request): Promise<Booked> {
  const { day, quarter, millis, model, ...reading } = made
  const midnight = Date.parse(date) - offsetOf(timezone, date)
  const at = new Date(midnight + day * DAY + quarter * QUARTER + millis)
  // Sound is counted beside the tokens, whatever the kind.
  const characters = reading.promptTokens
  await bookUsage(caller, at, { ...reading, characters, audioMillis: characters * 500, modelId: model })
  const price = BigInt(reading.promptTokens) * 1000n + BigInt(reading.completionTokens) * 2000n
  const cost = reading.status === 'failed' ? 0n : price
  const tokens = reading.promptTokens + reading.completionTokens
  return { date: dateIn(timezone, at), cost, tokens, characters, model }
}

const sumOf = (some: Booked[]) => ({
  requests: some.length,
  total_tokens: some.reduce((sum, one) => sum + one.tokens, 0),
  cost: formatUsd(some.reduce((sum, one) => sum + one.cost, 0n)),
})

function soundOf(some: Booked[]) {
  const characters = some.reduce((sum, one) => sum + one.characters, 0)
  return { characters, audio_seconds: characters / 2 }
}

const requestsOf = (some: { requests: number }[]) => some.reduce((sum, { requests }) => sum + requests, 0)

/** The summary, each day, each model and each model's part of a day are the sums of what was booked in them. */
function expectSums(usage: UsageReply, booked: Booked[]): void {
  const within = booked.filter((one) => one.date >= usage.start_date && one.date <= usage.end_date)
  expect(usage.summary).toMatchObject({ ...sumOf(within), ...soundOf(within) })
  for (const { date, groups, ...day } of usage.daily) {
    const ofDay = within.filter((one) => one.date === date)
    expect(day).toMatchObject({ ...sumOf(ofDay), ...soundOf(ofDay) })
    for (const group of groups ?? [])
      expect(group).toEqual({ id: group.id, ...sumOf(ofDay.filter((one) => one.model === group.id)) })
    expect(requestsOf(groups ?? [])).toBe(ofDay.length)
  }
  for (const model of usage.models)
    expect(model).toMatchObject(sumOf(within.filter((one) => one.model === model.model_id)))
  expect(requestsOf(usage.models)).toBe(within.length)
}

describe('whatever is used, in whatever zone', () => {
  it('every day is the sum of its requests by the local calendar, and the days sum to the summary', async () => {
    const calendar = fc.record({ timezone: fc.constantFrom(...zones), date: fc.constantFrom(...around) })
    const requests = fc.array(request, { minLength: 1, maxLength: 20 })
    const property = fc.asyncProperty(calendar, requests, fc.boolean(), async (days, made, isFolded) => {
      const caller = await newCustomer()
      const bookAll = (some: Request[]) => Promise.all(some.map((one) => book(caller, days, one)))
      const half = Math.floor(made.length / 2)
      const booked = await bookAll(made.slice(0, half))
      // Some of it rolled up, the rest added on top of that or not rolled up yet.
      if (isFolded) await foldTallies()
      booked.push(...(await bookAll(made.slice(half))))
      const { timezone, date } = days
      const asked = { timezone, start_date: shift(date, -2), end_date: shift(date, 2), group_by: 'model' }
      const usage = await read(caller, asked)
      expect(usage.daily.map((day) => day.date)).toEqual([-2, -1, 0, 1, 2].map((more) => shift(date, more)))
      expectSums(usage, booked)
    })
    await fc.assert(property, { numRuns: 60 })
  }, 120_000)
})

describe('a statement that is written twice', () => {
  it('counts its requests once', async () => {
    const caller = await newCustomer()
    const at = new Date('2026-05-05T05:05:05Z')
    const id = await bookUsage(caller, at)
    const { rows } = await pool.query('SELECT * FROM usage_records WHERE id = $1', [id])
    const again = JSON.parse(
      JSON.stringify(rows[0], (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
    )
    const item = { id, cost: '18000', customer_id: caller.customerId, api_key_id: null, row: again }
    await settleHolds([toSettlement(item)], usageJournal)
    const { summary } = await read(caller, { start_date: '2026-05-05', end_date: '2026-05-05' })
    expect(summary).toMatchObject({ requests: 1, cost: '0.000018' })
  })
})

describe('processes that settle the same customers at once, while others roll up', () => {
  it('do not lock each other out, and lose nothing', async () => {
    const callers = await Promise.all(Array.from({ length: 6 }, newCustomer))
    const at = new Date('2026-06-06T06:06:06Z')
    const models = ['sandbox/chat', 'sandbox/chat-pro', 'sandbox/image-1']
    const item = (caller: Caller, model: string, index: number) => {
      const id = `req_${randomUUID()}`
      const row = {
        id,
        created_at: at.toISOString(),
        customer_id: caller.customerId,
        api_key_id: index % 2 ? 'key_a' : null,
        model_id: model,
        model_name: model,
        provider_id: 'sandbox',
        modality: 'chat',
        status: 'success',
        prompt_tokens: 1,
        cached_tokens: 0,
        completion_tokens: 1,
        reasoning_tokens: 0,
        usage_source: 'upstream',
        latency_ms: 5,
      }
      return toSettlement({
        id,
        cost: '1',
        customer_id: caller.customerId,
        api_key_id: null,
        row,
      })
    }
    const batch = (index: number) => {
      const items = callers.flatMap((caller) => models.map((model) => item(caller, model, index)))
      return settleHolds(index % 3 === 0 ? items.toReversed() : items, usageJournal)
    }
    const fold = () => foldTallies()
    await Promise.all(Array.from({ length: 50 }, (_, index) => (index % 5 === 4 ? fold() : batch(index))))
    for (const caller of callers) {
      const { summary, models: byModel } = await read(caller, {
        start_date: '2026-06-06',
        end_date: '2026-06-06',
      })
      expect(summary).toMatchObject({ requests: 120, total_tokens: 240, cost: '0.000000120' })
      expect(byModel.map((model) => model.requests)).toEqual([40, 40, 40])
    }
  })
})

describe('hours', () => {
  const HOUR = 3_600_000

  it.each([
    ['an ordinary day', 'Europe/Berlin', '2026-11-21', 24],
    ['a day that loses an hour', 'Europe/Berlin', '2026-03-29', 23],
    ['a day that gains one', 'Europe/Berlin', '2026-10-25', 25],
    ['a day that gains half of one', 'Australia/Lord_Howe', '2026-04-05', 25],
    ['a zone of quarter hours', 'Asia/Kathmandu', '2026-11-21', 24],
  ])('%s has its hours, and they sum up to it', async (_, timezone, date, count) => {
    const caller = await newCustomer()
    const quarters = Array.from({ length: 14 }, (_, index) => Date.parse(date) + (index * 3.25 - 14) * HOUR)
    for (const [index, at] of quarters.entries())
      await bookUsage(caller, new Date(at), { modelId: index % 3 ? 'sandbox/chat' : 'sandbox/chat-pro' })
    const days = { start_date: date, end_date: date, timezone, group_by: 'model' }
    const { hourly = [], daily } = await read(caller, { ...days, interval: 'hour' })

    expect(hourly).toHaveLength(count)
    const [first] = hourly
    expect(hourly.map(({ start }) => Date.parse(start) - Date.parse(first?.start ?? ''))).toEqual(
      Array.from({ length: count }, (_, hour) => hour * HOUR),
    )
    const sum = (costs: string[]) =>
      formatUsd(costs.reduce((total, cost) => total + (parseUsd(cost) ?? 0n), 0n))
    expect(sum(hourly.map(({ cost }) => cost))).toBe(daily[0]?.cost)
    expect(hourly.reduce((total, { requests }) => total + requests, 0)).toBe(daily[0]?.requests)
    for (const hour of hourly) {
      const start = Date.parse(hour.start)
      const until = Date.parse(hourly.find((other) => Date.parse(other.start) > start)?.start ?? '2999-01-01')
      expect(hour.groups?.reduce((total, { requests }) => total + requests, 0)).toBe(hour.requests)
      if (until < start + 2 * HOUR)
        expect(hour.requests).toBe(quarters.filter((at) => at >= start && at < until).length)
    }
  })

  it('is left out when only days are asked for', async () => {
    const reply = await read(await newCustomer(), { start_date: '2026-11-21', end_date: '2026-11-21' })
    expect(reply).not.toHaveProperty('hourly')
  })

  it('is a table of hours where a table is asked for', async () => {
    const caller = await newCustomer()
    await bookUsage(caller, new Date('2026-11-21T05:20:00Z'), { modelId: 'sandbox/chat' })
    const query = { start_date: '2026-11-21', end_date: '2026-11-21', format: 'csv' }
    const table = async (interval: string) => {
      const { content } = await downloadUsage(caller, UsageQuery.parse({ ...query, interval }), usageNames)
      return content.split('\r\n').map((line) => line.split(','))
    }
    const hours = await table('hour')
    expect(hours).toHaveLength(1 + 24 + 1)
    expect(hours[0]?.[0]).toBe('\ufeffstart')
    expect(hours[6]?.slice(0, 2)).toEqual(['2026-11-21T05:00:00.000Z', 'sandbox/chat'])
    expect(hours[7]?.slice(0, 2)).toEqual(['2026-11-21T06:00:00.000Z', ''])
    const days = await table('day')
    expect(days.map(([first]) => first)).toEqual(['\ufeffdate', '2026-11-21', ''])
    expect(hours[6]?.slice(1)).toEqual(days[1]?.slice(1))
  })
})

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
  const { items } = await listRecent(caller, RecentQuery.parse({ model: modelId, ...query }), usageNames)
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
