import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { newAccountOwner } from '@/lib/account/identity/testing/new-account-owner'
import { grantCredit } from '@/lib/money/ledger/balance'
import { settleHolds, toSettlement } from '@/lib/money/ledger/internal/holds-repository'
import { PriceGroup } from '@/lib/money/price-groups/schema'
import { usageJournal } from '@/lib/money/usage/booking'
import { toRow } from '@/lib/money/usage/testing'
import { foldTallies, foldTraffic } from '@/lib/money/usage/upkeep'
import { FiguresReply } from '@/lib/operator/admin/figures-schema'
import { clock } from '@/lib/platform/clock'
import { pool, prisma } from '@/lib/platform/db'
import { formatUsd, parseUsd } from '@/lib/platform/money'
import { asking, base, newPerson, openDoors } from '../testing'

const { call, door, close } = await openDoors()
afterAll(close)
const operator = await newPerson({ isOperator: true })
const ask = asking(call, operator)

/** What the days of May are looked at from; hours are kept since 28 February. */
const now = new Date('2026-05-31T12:00:00Z')

type Asked = {
  at: string
  by: string
  cost?: bigint
  upstream?: bigint
  model?: string
  failed?: true
  film?: true
}

async function settle({ at, by, cost = 0n, upstream = 0n, model = 'sandbox/chat', failed, film }: Asked) {
  const row = toRow({
    customer_id: by,
    created_at: at,
    model_id: model,
    provider_id: model.split('/')[0] ?? '',
    upstream_cost_nanos: `${upstream}`,
    latency_ms: film ? 60_000 : 1000,
    ...(film && { modality: 'video' }),
    ...(failed && { status: 'failed', error_code: 'upstream_error' }),
  })
  await settleHolds([toSettlement({ id: row.id, cost: `${cost}`, customer_id: by, row })], usageJournal)
}

async function customerWithCredit(name: string) {
  const { customerId } = await newAccountOwner(name)
  await grantCredit({ customerId, amountNanos: 10n ** 12n, key: `grant:${customerId}` })
  return customerId
}

const read = async (query: string) => FiguresReply.parse((await ask('GET', `/figures?${query}`)).body)

let [ann, ben] = ['', '']
beforeAll(async () => {
  ann = await customerWithCredit('Ann')
  ben = await customerWithCredit('=Ben')
  await pool.query('TRUNCATE usage_records, usage_tallies, usage_rollups, traffic_tallies, traffic_rollups')
  const requests: Asked[] = [
    // On the 1st in Berlin, still April in UTC.
    { at: '2026-04-30T22:30:00Z', by: ann, cost: 5_000_000_001n, upstream: 3_000_000_000n },
    { at: '2026-05-02T09:00:00Z', by: ann, cost: 100n, upstream: 400n, model: 'openai/gpt-4.1' },
    { at: '2026-05-02T09:01:00Z', by: ann, upstream: 7n, failed: true },
    { at: '2026-05-02T21:59:59Z', by: ben, cost: 2_000_000_000n, upstream: 1_000_000_000n },
    // Already the 3rd in Berlin.
    { at: '2026-05-02T22:00:00Z', by: ben, cost: 10n, upstream: 1n },
    { at: '2026-02-01T12:00:00Z', by: ben, cost: 40n, upstream: 1n },
  ]
  for (const [index, request] of requests.entries()) {
    await settle(request)
    vi.spyOn(clock, 'now').mockReturnValue(now)
    // Of some the tallies are left as they are.
    if (index < 4) await Promise.all([foldTallies(), foldTraffic()])
  }
  await foldTraffic()
})

beforeEach(() => void vi.spyOn(clock, 'now').mockReturnValue(now))

const sums = (requests: number, errors: number, spend: bigint, cost: bigint) => ({
  requests,
  errors,
  spend: formatUsd(spend),
  upstream_cost: formatUsd(cost),
  margin: formatUsd(spend - cost),
})

describe('figures of all customers', () => {
  it('add up by day, provider, model and customer', async () => {
    const berlin = 'start_date=2026-05-01&end_date=2026-05-02&timezone=Europe/Berlin'
    const { status, body } = await asking(call, operator)('GET', `/figures?${berlin}`)
    expect(status).toBe(200)
    const reply = FiguresReply.parse(body)
    const whole = sums(4, 1, 7_000_000_101n, 4_000_000_407n)
    expect(reply).toMatchObject({
      start_date: '2026-05-01',
      end_date: '2026-05-02',
      timezone: 'Europe/Berlin',
      summary: whole,
      daily: [
        { date: '2026-05-01', active_customers: 1, ...sums(1, 0, 5_000_000_001n, 3_000_000_000n) },
        { date: '2026-05-02', active_customers: 2, ...sums(3, 1, 2_000_000_100n, 1_000_000_407n) },
      ],
      providers: [
        { id: 'sandbox', ...sums(3, 1, 7_000_000_001n, 4_000_000_007n) },
        { id: 'openai', name: 'OpenAI', ...sums(1, 0, 100n, 400n) },
      ],
      models: [{ id: 'sandbox/chat' }, { id: 'openai/gpt-4.1', margin: '-0.000000300' }],
      customers: [
        { id: ann, name: 'Ann', latency_mean_ms: 1000, ...sums(3, 1, 5_000_000_101n, 3_000_000_407n) },
        { id: ben, name: '=Ben', latency_mean_ms: 1000, ...sums(1, 0, 2_000_000_000n, 1_000_000_000n) },
      ],
      active_customers: 2,
    })
    const p50 = reply.summary.latency_p50_ms ?? 0
    expect(Math.abs(p50 / 1000 - 1)).toBeLessThan(0.05)
    for (const rows of [reply.daily, reply.providers, reply.models, reply.customers]) {
      const total = (of: (row: (typeof rows)[number]) => string) =>
        rows.reduce((sum, row) => sum + (parseUsd(of(row)) ?? 0n), 0n)
      expect(total(({ margin }) => margin)).toBe(
        total(({ spend }) => spend) - total(({ upstream_cost }) => upstream_cost),
      )
      expect(formatUsd(total(({ margin }) => margin))).toBe(whole.margin)
    }
  })

  it('have the margin of each price group, of the customers that are in it now', async () => {
    const { body } = await ask('POST', '/price-groups', { name: 'Partners' })
    const { id } = PriceGroup.parse(body)
    await ask('PUT', `/customers/${ben}/price-group`, { price_group_id: id, reason: 'A contract.' })
    const days = 'start_date=2026-05-01&end_date=2026-05-02&timezone=Europe/Berlin'
    expect((await read(days)).price_groups).toEqual([
      { id, name: 'Partners', latency_mean_ms: 1000, ...sums(1, 0, 2_000_000_000n, 1_000_000_000n) },
    ])
    await ask('DELETE', `/price-groups/${id}`)
    expect((await read(days)).price_groups).toEqual([])
  })

  it('have separate latencies for chats and videos', async () => {
    const at = '2026-05-20T09:00:00Z'
    for (const model of ['sandbox/chat', 'sandbox/chat', 'sandbox/video'])
      await settle({ at, by: ann, model, ...(model === 'sandbox/video' && { film: true as const }) })
    await settle({ at: '2026-05-21T09:00:00Z', by: ann, model: 'sandbox/video', film: true })
    const near = (value: number) => ({
      asymmetricMatch: (found: number) => Math.abs(found / value - 1) < 0.05,
    })
    const chats = { modality: 'chat', latency_p50_ms: near(1000), latency_p95_ms: near(1000) }
    const films = { modality: 'video', latency_p50_ms: near(60_000), latency_p95_ms: near(60_000) }
    const ofChat = { latency_modality: 'chat', latency_p50_ms: near(1000), latency_p95_ms: near(1000) }
    const both = { ...ofChat, latencies: [chats, films] }
    const reply = await read('start_date=2026-05-20&end_date=2026-05-21')
    expect(reply).toMatchObject({
      summary: both,
      daily: [both, { latency_modality: 'chat', latency_p50_ms: null, latencies: [films] }],
      providers: [{ id: 'sandbox', ...both }],
    })
    expect(reply.models.find(({ id }) => id === 'sandbox/video')).toMatchObject({
      latency_modality: 'video',
      latency_p50_ms: near(60_000),
      latencies: [films],
    })
    expect(await read('start_date=2026-05-21&end_date=2026-05-21')).toMatchObject({
      summary: { latency_modality: 'video', latency_p50_ms: near(60_000) },
    })
  })

  it('have days in other time zones, which start at a full UTC hour', async () => {
    const utc = await read('start_date=2026-05-01&end_date=2026-05-02')
    expect(utc.summary).toMatchObject(sums(4, 1, 2_000_000_110n, 1_000_000_408n))
    expect(utc.daily[0]).toMatchObject({ requests: 0, latency_p50_ms: null, margin: '0.000000' })
    const kolkata = await read('start_date=2026-05-03&end_date=2026-05-03&timezone=Asia/Kolkata')
    // From 18:00 UTC, half an hour early, on.
    expect(kolkata.summary).toMatchObject(sums(2, 0, 2_000_000_010n, 1_000_000_001n))
    expect(kolkata.customers).toMatchObject([{ id: ben, requests: 2 }])
  })

  it('have UTC days where hours are no longer kept', async () => {
    const reply = await read('start_date=2026-02-01&end_date=2026-02-01&timezone=Europe/Berlin')
    expect(reply).toMatchObject({ timezone: 'UTC', summary: sums(1, 0, 40n, 1n), active_customers: 1 })
  })

  it('count sign-ups and payments including fees', async () => {
    await prisma.customer.update({
      where: { id: ann },
      data: { createdAt: new Date('2026-05-07T12:00:00Z') },
    })
    const order = (paidAt: string | null) => ({
      id: randomUUID(),
      customerId: ann,
      gateway: 'stripe',
      innerId: 1,
      priceCents: 1100,
      creditNanos: 10_000_000_000n,
      refundedCents: paidAt ? 300 : 0,
      locale: 'en',
      buyerName: 'Ann',
      buyerEmail: 'ann@example.com',
      expiresAt: now,
      paidAt,
    })
    await prisma.order.createMany({
      data: [order('2026-05-07T23:59:59Z'), order('2026-05-08T00:00:00Z'), order(null)],
    })
    expect(await read('start_date=2026-05-07&end_date=2026-05-07')).toMatchObject({
      new_customers: 1,
      active_customers: 0,
      top_ups: { count: 1, paid: '11.000000', fees: '1.000000', refunded: '3.000000' },
    })
    // Each on its own day: in Berlin both were paid on the 8th.
    const counts = ({ daily }: FiguresReply) =>
      daily.map(({ new_customers, top_ups }) => [new_customers, top_ups.count, top_ups.fees])
    const days = 'start_date=2026-05-06&end_date=2026-05-08'
    expect(counts(await read(days))).toEqual([
      [0, 0, '0.000000'],
      [1, 1, '1.000000'],
      [0, 1, '1.000000'],
    ])
    expect(counts(await read(`${days}&timezone=Europe/Berlin`)).map(([, paid]) => paid)).toEqual([0, 0, 2])
    const response = await door('GET', `${base}/figures?${days}&format=csv`, {
      headers: { cookie: operator.cookie },
    })
    expect((await response.text()).split('\r\n').slice(0, 3)).toEqual([
      'date,requests,errors,spend,upstream_cost,margin,latency_p50_ms,latency_p95_ms,new_customers,active_customers,top_ups,top_ups_paid,top_ups_fees,top_ups_refunded,latency_modality',
      '2026-05-06,0,0,0.000000,0.000000,0.000000,,,0,0,0,0.000000,0.000000,0.000000,chat',
      '2026-05-07,0,0,0.000000,0.000000,0.000000,,,1,0,1,11.000000,1.000000,3.000000,chat',
    ])
  })

  it.each([
    ['day', 'date,', '2026-05-02,4,1,2.000000110,1.000000408,0.999999702,9'],
    ['model', 'id,name,', 'openai/gpt-4.1,GPT-4.1,1,0,0.000000100,0.000000400,-0.000000300,9'],
    ['customer', 'id,name,', `,'=Ben,2,0,2.000000010,1.000000001,1.000000009,1000\r\n`],
  ])('are exported by %s', async (by, head, line) => {
    const path = `/figures?start_date=2026-05-02&end_date=2026-05-02&format=csv&by=${by}`
    const response = await door('GET', `${base}${path}`, { headers: { cookie: operator.cookie } })
    const { headers } = response
    const text = await response.text()
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toContain(`figures-by-${by}-2026-05-02-to-2026-05-02.csv`)
    expect(text.startsWith(head)).toBe(true)
    expect(text).toContain(line)
  })

  it.each([
    ['timezone=Mars', 'timezone'],
    ['start_date=2026-05-02&end_date=2026-05-01', 'end_date'],
    ['by=key', 'by'],
  ])('are refused for %s: 400', async (query, param) => {
    expect(await ask('GET', `/figures?${query}`)).toMatchObject({ status: 400, body: { error: { param } } })
  })
})
