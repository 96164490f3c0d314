import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Caller } from '@/lib/platform/caller'
import { clock } from '@/lib/platform/clock'
import { pool } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import { dropOldMonths } from './drop-months'
import { exportUsage } from './export-usage'
import { sendQuery } from './internal/clickhouse'
import type { NameReaders } from './internal/resolve-query'
import { listCostliest } from './read-traffic'
import { readLatency } from './read-usage'
import { findRecords, listRecent, readRecent } from './recent'
import type { RecordFilter, UsageRecordRow } from './repository'
import { type LatencyReply, RecentQuery, UsageQuery } from './schema'
import { findInEither, listBookedInBoth } from './stores'
import { csvOf, idAt, settleRequests } from './testing'
import { foldTallies, forgetNames } from './upkeep'
import type { UsageRow } from './usage-row'

const root = new URL('../../../', import.meta.url).pathname
const python = process.env.CHDB_PYTHON ?? 'python3'
const find = 'import importlib.util, sys; sys.exit(importlib.util.find_spec("chdb") is None)'
const isThere = spawnSync(python, ['-c', find]).status === 0

/** January to April 2025 have partitions; of these, January and February are old. */
const BOUNDARY = Date.UTC(2025, 2, 1)
const NOW = new Date('2025-06-15T12:00:00Z')
const HOUR = 3_600_000

const callerOf = (customerId: string): Caller => ({
  customerId,
  userId: 'usr_test',
  apiKey: null,
  isOperator: false,
})
const [one, other] = [callerOf('cus_one'), callerOf('cus_other')]
const readers: NameReaders = {
  readModelNames: async (ids) => new Map(ids.map((id) => [id, id])),
  readKeyNames: async (_, ids) => new Map(ids.map((id) => [id, { name: id, last4: 'abcd' }])),
  readMemberNames: async (_, ids = ['mbr_one']) =>
    new Map(ids.map((id) => [id, { name: id, email: null, hasEnded: false }])),
  readProjectNames: async (_, ids) => new Map(ids.map((id) => [id, id])),
  listOwnedKeys: async () => [
    { id: 'key_one', ownerId: 'mbr_one', projectId: null },
    { id: 'key_two', ownerId: null, projectId: 'proj_one' },
  ],
}

const endUsers = [`it's \\ "one"`, 'zwei\u00a0ü', '{x}']
const request = fc.record({
  created_at: fc
    .oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.integer({ min: -59 * 24, max: 30 * 24 }).map((hours) => hours * HOUR + 17),
    )
    .map((millis) => new Date(BOUNDARY + millis).toISOString()),
  customer_id: fc.constantFrom('cus_one', 'cus_one', 'cus_one', 'cus_other'),
  api_key_id: fc.constantFrom('key_one', 'key_two', null),
  member_id: fc.constantFrom('mbr_one', undefined),
  model_id: fc.constantFrom('sandbox/chat', 'sandbox/chat-pro'),
  provider_id: fc.constantFrom('sandbox', 'elsewhere'),
  modality: fc.constantFrom('chat' as const, 'video' as const),
  status: fc.constantFrom('success' as const, 'failed' as const),
  error_code: fc.constantFrom('upstream_error', null),
  finish_reason: fc.constantFrom('stop', null),
  prompt_tokens: fc.nat(2_147_483_647),
  cache_write_tokens: fc.nat(9),
  audio_tokens: fc.nat(9),
  video_millis: fc.nat(100_000),
  audio_millis: fc.nat(100_000),
  latency_ms: fc.nat(100_000),
  ttft_ms: fc.constantFrom(5, null),
  price_factor: fc.constantFrom(0.1, 1.07, undefined),
  service_tier: fc.constantFrom('flex', undefined),
  upstream_cost_nanos: fc.bigInt({ min: 0n, max: 10n ** 15n }).map(String),
  end_user: fc.constantFrom(...endUsers, undefined),
  tags: fc.constantFrom({ team: `a'b\\c`, other: 'x:y' }, { team: 'b' }, undefined),
  tries: fc.constantFrom([{ provider: 'elsewhere', code: 'upstream_error' }], []),
})

const query = fc
  .record(
    {
      model: fc.constantFrom('sandbox/chat', 'sandbox/chat-pro'),
      api_key_id: fc.constantFrom('key_one', 'key_two', 'console'),
      member_id: fc.constant('mbr_one'),
      project_id: fc.constant('proj_one'),
      end_user: fc.constantFrom(...endUsers),
      tag: fc.constantFrom(`team:a'b\\c`, 'other:x:y', 'team:b'),
      status: fc.constantFrom('success', 'failed', 'refunded'),
      modality: fc.constantFrom('chat', 'video'),
      start_date: fc.constantFrom('2025-02-20', '2025-03-01'),
      end_date: fc.constantFrom('2025-02-28', '2025-03-01', '2025-03-10'),
      timezone: fc.constantFrom('UTC', 'America/New_York'),
    },
    { requiredKeys: [] },
  )
  .filter(({ start_date = '', end_date = '9' }) => start_date <= end_date)
type Query = typeof query extends fc.Arbitrary<infer Value> ? Value : never

const all: RecordFilter = {
  ...{ modelId: undefined, callerIds: undefined, status: undefined, modality: undefined },
  ...{ after: null, from: undefined, until: undefined },
}
const rowsOf = async ({ customerId }: Caller) => (await findRecords(customerId, all, 1000)).rows

/** All pages of the list; every page but the last is full. */
async function walk(caller: Caller, asked: Query, limit: number) {
  const items = []
  for (let cursor = ''; ; ) {
    const page = await listRecent(caller, RecentQuery.parse({ ...asked, limit, cursor }), readers)
    items.push(...page.items)
    if (!page.has_more) return items
    expect(page.items).toHaveLength(limit)
    cursor = page.next_cursor
  }
}

const use = (settings: Partial<ReturnType<typeof env>>) => Object.assign(env(), settings)
/** Rows are settled at the database's time. */
async function exportAll() {
  vi.mocked(clock.now).mockReturnValue(new Date(Date.now() + HOUR))
  await exportUsage(() => Promise.reject(new Error('not used')))
  vi.mocked(clock.now).mockReturnValue(NOW)
}
const nowhere = 'http://127.0.0.1:1'

beforeEach(() => {
  vi.spyOn(clock, 'now').mockReturnValue(NOW)
})

await pool.query(`SELECT usage_ensure_partitions('2025-01-01', 3)`)
use({ USAGE_EXPORT_CLICKHOUSE: nowhere, USAGE_STORE: 'postgres', USAGE_DAYS: 92 })

/** Settles requests of many kinds on both sides of the boundary. */
async function settleSome(count: number) {
  const rows = await settleRequests(
    fc.sample(request, count).map((row) => ({ ...row, id: idAt(row.created_at) })),
  )
  await pool.query(`UPDATE usage_records SET cost_nanos = 1 + (random() * 1e13)::bigint, status = 'success'
    WHERE status = 'refunded' AND random() < 0.7`)
  await foldTallies()
  return rows
}

const months = async () =>
  (
    await pool.query(`SELECT inhrelid::regclass::text AS name FROM pg_inherits
    WHERE inhparent = 'usage_records'::regclass AND inhrelid::regclass::text LIKE '%2025%' ORDER BY 1`)
  ).rows.map(({ name }) => name)

describe.skipIf(!isThere)('requests in PostgreSQL and ClickHouse (chdb)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chdb-'))
  let server: ChildProcess | undefined
  let settled: UsageRow[]
  let before: UsageRecordRow[]
  const listed: { filter: Query; items: object[] }[] = []
  let csv: string
  let fast: LatencyReply
  let dear: object[]
  const ask = (text: string) => sendQuery({ query: text, millis: 30_000 })
  const latency = () =>
    readLatency(one, UsageQuery.parse({ start_date: '2025-02-20', end_date: '2025-03-05' }), readers)
  const day = { from: new Date('2025-02-28'), until: new Date('2025-03-01') }
  const dearest = () => listCostliest({ providerId: 'sandbox', modelId: 'sandbox/chat', ...day }, 20)

  afterAll(() => {
    server?.kill('SIGKILL')
  })

  beforeAll(async () => {
    vi.spyOn(clock, 'now').mockReturnValue(NOW)
    const command = [join(root, 'tools/services/clickhouse-server.py'), '0', folder]
    const started = spawn(python, command, { stdio: ['ignore', 'pipe', 'ignore'] })
    server = started
    const [port] = await once(createInterface(started.stdout), 'line')
    use({ USAGE_EXPORT_CLICKHOUSE: `http://127.0.0.1:${port}/?database=portico` })
    const text = readFileSync(join(root, 'deploy/clickhouse/usage.sql'), 'utf8')
    for (const statement of text.split(/;\n/).slice(0, -1)) await ask(statement)

    settled = await settleSome(150)
    before = await rowsOf(one)
    for (const filter of [{}, ...fc.sample(query, 60)])
      listed.push({ filter, items: await walk(one, filter, 100) })
    csv = await csvOf(one)
    fast = await latency()
    dear = await dearest()
  }, 180_000)

  it('a month stays until it is exported, and until ClickHouse has each row as it is', async () => {
    use({ USAGE_STORE: 'clickhouse' })
    const four = await months()
    expect(four).toHaveLength(4)
    await dropOldMonths()
    expect(await months()).toEqual(four)
    await exportAll()
    // A row is lost and another one differs.
    const [lost, wrong] = settled.filter(({ created_at }) => created_at < '2025-02')
    await ask(`ALTER TABLE portico_usage DELETE WHERE id = '${lost?.id}' SETTINGS mutations_sync = 2`)
    await ask(
      `ALTER TABLE portico_usage UPDATE cost = 99 WHERE id = '${wrong?.id}' SETTINGS mutations_sync = 2`,
    )
    await dropOldMonths()
    expect(await months()).toEqual(four)
    await exportAll()
    // A late row is booked between the comparison and the drop.
    await settleRequests([
      { customer_id: 'cus_late', created_at: '2025-01-05T00:00:00.000Z', id: idAt('2025-01-05') },
    ])
    await dropOldMonths()
    expect(await months()).toEqual(four)
    await exportAll()
    await dropOldMonths()
    expect(await months()).toEqual(four.slice(2))
    expect(
      (await pool.query('SELECT FROM usage_records WHERE created_at < $1', [new Date(BOUNDARY)])).rowCount,
    ).toBe(0)
  })

  it('reads each row as it was', async () => {
    expect(await rowsOf(one)).toEqual(before)
    expect(before.some(({ created_at }) => created_at.getTime() < BOUNDARY)).toBe(true)
    expect(before.some(({ created_at }) => created_at.getTime() >= BOUNDARY)).toBe(true)
    for (const row of before.slice(-3)) expect(await findInEither('cus_one', row.id)).toEqual(row)
  })

  it('pages have the same requests in the same order across both stores, whatever is asked', async () => {
    const cases = fc.constantFrom(...listed)
    await fc.assert(
      fc.asyncProperty(cases, fc.integer({ min: 1, max: 100 }), async ({ filter, items }, limit) => {
        expect(await walk(one, filter, limit)).toEqual(items)
      }),
      { numRuns: 60 },
    )
    expect(await csvOf(one)).toBe(csv)
  })

  it('nobody sees another customer’s requests', async () => {
    const items = await walk(other, {}, 7)
    const theirs = settled.filter((row) => row.customer_id === 'cus_other').map(({ id }) => id)
    expect(items.map(({ id }) => id).sort()).toEqual(theirs.sort())
    await expect(readRecent(other, before.at(-1)?.id ?? '', readers)).rejects.toThrow('Not found')
  })

  it('percentiles and the operator’s dearest requests are the same', async () => {
    expect(await latency()).toEqual(fast)
    expect(await dearest()).toEqual(dear)
    expect(dear.length).toBeGreaterThan(0)
  })

  it('a settlement log that is found later does not book a request again', async () => {
    const unknown = { ...settled[0], id: 'req_00000000000000000000000000' }
    const booked = await listBookedInBoth([...settled, unknown])
    expect([...booked].sort()).toEqual(settled.map(({ id }) => id).sort())
  })

  it('the queries of the board run', async () => {
    const board = readFileSync(join(root, 'deploy/grafana/usage.json'), 'utf8')
    for (const [, sql = ''] of board.matchAll(/"rawSql": (".*")/g))
      await ask(
        String(JSON.parse(sql))
          .replaceAll('$__timeFilter(created_at)', 'created_at >= toDateTime(0)')
          .replaceAll('$__timeInterval(created_at)', 'toStartOfHour(created_at)'),
      )
  })

  it('a deleted account’s names are gone', async () => {
    const named = async (customerId: string) =>
      Number(
        await ask(`SELECT count() FROM portico_usage WHERE customer_id = '${customerId}'
          AND (end_user IS NOT NULL OR length(tags) > 0 OR api_key_name IS NOT NULL)`),
      )
    expect(await named('cus_one')).toBeGreaterThan(0)
    await forgetNames('cus_one')
    await expect.poll(() => named('cus_one')).toBe(0)
    expect(await named('cus_other')).toBeGreaterThan(0)
  })
})
