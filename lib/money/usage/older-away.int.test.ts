import type { RequestListener } from 'node:http'
import { beforeEach, expect, it, vi } from 'vitest'
import { usageNames } from '@/lib/account/organizations/usage-names'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { pool } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { askShards } from '@/lib/platform/shards'
import { listen } from '@/lib/platform/testing/listen'
import { dropOldMonths } from './drop-months'
import { dropMonth, listMonths } from './internal/month-repository'
import { listRecent, readRecent } from './recent'
import { RecentQuery } from './schema'
import { csvOf, idAt, settleRequests } from './testing'
import { foldTallies } from './upkeep'

const callerOf = (customerId: string): Caller => ({
  customerId,
  userId: 'usr_test',
  apiKey: null,
  isOperator: false,
})
const [one, recent] = [callerOf('cus_one'), callerOf('cus_recent')]
const NOW = new Date('2025-06-15T12:00:00Z')
const nowhere = 'http://127.0.0.1:1'
const use = (settings: Partial<ReturnType<typeof env>>) => Object.assign(env(), settings)

beforeEach(() => {
  vi.spyOn(clock, 'now').mockReturnValue(NOW)
})

vi.spyOn(clock, 'now').mockReturnValue(NOW)
await pool.query(`SELECT usage_ensure_partitions('2025-01-01', 3)`)
const requestAt = (created_at: string, customer_id = 'cus_one') => ({
  id: idAt(created_at),
  customer_id,
  created_at,
})
const [old, , , newer] = await settleRequests([
  requestAt('2025-02-28T23:59:59.999Z'),
  requestAt('2025-01-01T00:00:00.000Z'),
  requestAt('2025-03-01T00:00:00.000Z'),
  requestAt('2025-03-02T00:00:00.000Z'),
  requestAt('2025-03-02T00:00:00.000Z', 'cus_recent'),
])
await foldTallies()
await pool.query('DROP TABLE usage_records_2025_01, usage_records_2025_02')
use({ USAGE_STORE: 'clickhouse', USAGE_EXPORT_CLICKHOUSE: nowhere, USAGE_DAYS: 92 })

const list = (caller: Caller, asked: object) =>
  listRecent(caller, RecentQuery.parse({ limit: 50, ...asked }), usageNames)

const whole = JSON.stringify({ meta: [], data: [{ id: 'req_one' }], rows: 1 })
const faults: Record<string, RequestListener> = {
  'refuses it': (_, response) => response.writeHead(500).end('Code: 241. Memory limit exceeded'),
  'answers with another table': (_, response) => response.end(whole),
  'answers with fewer rows than it says': (_, response) => response.end('{"data":[],"rows":1}'),
  'stops in the middle of the text': (_, response) => response.end(whole.slice(0, -9)),
  'hangs up in the middle': (_, response) => {
    response.writeHead(200, { 'content-length': whole.length })
    response.write(whole.slice(0, 20), () => response.destroy())
  },
  'does not answer in time': () => {},
}
const away = { code: 'service_unavailable', status: 503, message: expect.stringContaining('Older requests') }

it.each([...Object.keys(faults), 'is away'])(
  'where ClickHouse %s, newer requests are there and the older ones are an error',
  async (fault) => {
    const { timeout } = AbortSignal
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((millis) =>
      timeout.call(AbortSignal, fault === 'does not answer in time' ? 200 : millis),
    )
    use({ USAGE_EXPORT_CLICKHOUSE: faults[fault] ? await listen(faults[fault]) : nowhere })
    const page = await list(one, {})
    expect(page.items.map(({ created_at }) => created_at.slice(0, 7))).toEqual(['2025-03', '2025-03'])
    expect(page.has_more).toBe(true)
    await expect(list(one, { cursor: page.next_cursor })).rejects.toMatchObject(away)
    await expect(readRecent(one, old?.id ?? '', usageNames)).rejects.toMatchObject(away)
    expect(await readRecent(one, newer?.id ?? '', usageNames)).toMatchObject({ id: newer?.id })
    // A file that ends early would look whole.
    await expect(csvOf(one)).rejects.toBeInstanceOf(AppError)
  },
)

it('ClickHouse is not asked where PostgreSQL has everything', async () => {
  const asked: unknown[] = []
  const origin = await listen((request, response) => {
    asked.push(request.url)
    response.end()
  })
  use({ USAGE_EXPORT_CLICKHOUSE: origin })
  expect((await list(one, { limit: 1 })).has_more).toBe(true)
  expect((await list(one, { start_date: '2025-03-01' })).items).toHaveLength(2)
  expect(await list(recent, {})).toMatchObject({ items: [{}], has_more: false })
  expect(asked).toEqual([])
})

it('no month is dropped while ClickHouse is away', async () => {
  use({ USAGE_EXPORT_CLICKHOUSE: nowhere })
  vi.mocked(clock.now).mockReturnValue(new Date('2026-01-01'))
  const months = await listMonths()
  await pool.query('TRUNCATE usage_outbox')
  await expect(dropOldMonths()).rejects.toMatchObject(away)
  expect(await listMonths()).toEqual(months)
})

it('a month is not dropped under a settlement that writes into it', async () => {
  const march = (await listMonths()).find(({ name }) => name.endsWith('2025_03'))
  if (!march) throw new Error('no such month')
  const client = await pool.connect()
  await client.query('BEGIN')
  const text =
    "UPDATE usage_records SET latency_ms = 7 WHERE id = $1 AND customer_id = 'cus_one' RETURNING id"
  const written = { text, values: [newer?.id ?? ''], columns: 'id text' }
  expect(
    await askShards(
      ['cus_one'],
      (one) => one,
      () => written,
      client,
    ),
  ).toHaveLength(1)
  await expect(dropMonth(march)).rejects.toThrow('lock timeout')
  await client.query('COMMIT')
  client.release()
  expect(await listMonths()).toContainEqual(march)
  expect(await dropMonth(march)).toBe(true)
  expect(await listMonths()).not.toContainEqual(march)
})
