// Usage exported to ClickHouse: each request is one row, also where ClickHouse was away and a batch was sent twice; and old requests
// are read from there.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { openFolder, openNode, until } from './open.mjs'
import { missing, startChdb, startClickhouse, startPostgres } from './programs.mjs'

/** deploy/clickhouse/usage.sql for the old version in Debian, which has neither milliseconds, nor Bool, nor maps, and reads no decimals in quotes. */
const TABLE = `CREATE TABLE portico_usage (id String, settled_at DateTime('UTC'), created_at DateTime('UTC'), customer_id String,
  api_key_id Nullable(String), model_id String, status String, completion_tokens UInt64, cost String, ttft_ms Nullable(UInt32))
  ENGINE = ReplacingMergeTree(settled_at) PARTITION BY toYYYYMM(created_at) ORDER BY (customer_id, created_at, id)`

/** Exports run every minute; one that failed is tried again with the next. */
const MINUTES = 240_000

describe('usage in ClickHouse', { skip: missing('postgresql', 'clickhouse-server') }, () => {
  let folder, clickhouse, node

  before(async () => {
    folder = await openFolder()
    clickhouse = await startClickhouse(folder)
    await clickhouse.query(TABLE)
    const postgres = await startPostgres(folder, 'postgres')
    node = await openNode(folder, 'one', {
      DATABASE_URL: postgres.url('postgres'),
      USAGE_EXPORT_CLICKHOUSE: clickhouse.url,
    })
  })

  const rowsThere = async () => {
    const text = await clickhouse.query(
      'SELECT id, model_id, status, cost, completion_tokens FROM portico_usage FINAL ORDER BY id FORMAT JSONEachRow',
    )
    return text.trim() === ''
      ? []
      : text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
  }
  const isThere = (count) => async () => {
    const rows = await rowsThere()
    return rows.length >= count && rows
  }

  it('every request is a row with its cost', async () => {
    for (let nth = 0; nth < 3; nth += 1) assert.equal((await node.chat()).status, 200)
    const rows = await until('the rows are there', isThere(3), MINUTES)
    const { rows: recorded, total_used } = await node.books()
    assert.deepEqual(
      rows.map(({ id }) => id),
      recorded.map(({ id }) => id).sort(),
    )
    const cost = rows.reduce((sum, row) => sum + BigInt(Number(row.cost).toFixed(9).replace('.', '')), 0n)
    assert.equal(cost, BigInt(Number(total_used).toFixed(9).replace('.', '')))
  })

  it('what is settled while ClickHouse is away comes when it is back, each request once', async () => {
    await clickhouse.stop()
    for (let nth = 0; nth < 3; nth += 1) assert.equal((await node.chat()).status, 200)
    clickhouse = await startClickhouse(folder, clickhouse.port)
    const rows = await until('the rows are there', isThere(6), MINUTES)
    assert.equal(rows.length, 6)
    // The same rows again, as after a kill before the batch was forgotten.
    await clickhouse.query('INSERT INTO portico_usage SELECT * FROM portico_usage')
    assert.equal((await rowsThere()).length, 6)
  })
})

describe('old requests in ClickHouse (chdb)', { skip: missing('postgresql', 'chdb') }, () => {
  let clickhouse, node, database

  before(async () => {
    const folder = await openFolder()
    clickhouse = await startChdb(folder)
    const postgres = await startPostgres(folder, 'postgres')
    const DATABASE_URL = postgres.url('postgres')
    node = await openNode(folder, 'one', {
      DATABASE_URL,
      USAGE_EXPORT_CLICKHOUSE: clickhouse.url,
      USAGE_STORE: 'clickhouse',
    })
    database = new pg.Client(DATABASE_URL)
    await database.connect()
  })
  after(() => database?.end())

  const pathsOf = (ids) => [
    '/api-account/user/usage/recent?limit=100',
    '/api-account/user/usage/recent?limit=2&status=success&model=sandbox/chat&api_key_id=console',
    '/api-account/user/usage/latency',
    ...ids.map((id) => `/api-account/user/usage/recent/${id}`),
  ]

  it('are answered as PostgreSQL answered them, with their bills', async () => {
    for (let nth = 0; nth < 5; nth += 1) assert.equal((await node.chat()).status, 200)
    const { rows } = await node.books()
    const paths = pathsOf(rows.map(({ id }) => id))
    const read = () => Promise.all(paths.map(node.read))
    const csv = async () => (await node.ask('/api-account/user/usage/recent?format=csv')).text()
    const [before, file] = [await read(), await csv()]
    const isExported = async () =>
      (await database.query('SELECT FROM usage_outbox')).rowCount === 0 &&
      Number(await clickhouse.query('SELECT count() FROM portico_usage FINAL')) === 5
    await until('all is exported', isExported, MINUTES)
    // As if this month were old.
    await database.query(`SELECT usage_fold_tallies(now() + interval '1 hour', 100)`)
    const { rows: months } = await database.query(
      `SELECT to_regclass('usage_records_' || to_char(now() AT TIME ZONE 'UTC', 'YYYY_MM'))::text AS name`,
    )
    await database.query(`DROP TABLE ${months[0].name}`)
    assert.deepEqual(await read(), before)
    assert.equal(await csv(), file)
  })

  it('are an error in a sentence while ClickHouse is away; chats go on', async () => {
    await clickhouse.stop()
    assert.equal((await node.chat()).status, 200)
    const answer = await node.ask('/api-account/user/usage/recent')
    assert.equal(answer.status, 503)
    const { error } = await answer.json()
    assert.equal(error.code, 'service_unavailable')
    assert.match(error.message, /^Older requests cannot be read right now/)
  })
})
