// Two nodes on a Citus cluster: a coordinator and two workers.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import pg from 'pg'
import { assertBooked, openFolder, openNode, readLog } from './open.mjs'
import { missing, startPostgres } from './programs.mjs'

const CHATS = 120
const settings = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  shared_buffers: '64MB',
  max_connections: 150,
  'citus.multi_task_query_log_level': 'log',
}

const split = /multi-task query about to be executed\n.*HINT.*\n.*STATEMENT:\s+(.*(?:\n\t.*)*)/g
/** What no request waits for: sweeps of all customers' reservations and old rows, and the traffic of providers. */
const sweeps = /^(DELETE |SELECT (DISTINCT instance_id|id, customer_id FROM holds|start, provider_id))/

describe('two nodes on Citus', { skip: missing('postgresql', 'citus') }, () => {
  let folder, coordinator, workers, nodes, db

  before(async () => {
    folder = await openFolder()
    const all = []
    for (const name of ['coordinator', 'east', 'west']) {
      const node = await startPostgres(folder, name, { settings })
      await ask(node, 'CREATE EXTENSION citus')
      all.push(node)
    }
    ;[coordinator, ...workers] = all
    await ask(coordinator, `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`)
    for (const { port } of workers) await ask(coordinator, `SELECT citus_add_node('127.0.0.1', ${port})`)
    db = (sql, values) => ask(coordinator, sql, values)
    const start = { DATABASE_URL: coordinator.url('postgres'), CITUS: 'on' }
    nodes = [await openNode(folder, 'one', start), await openNode(folder, 'two', { ...start, ROLE: 'web' })]
  })

  it('requests and tasks are answered, and booked once each', async () => {
    const asked = Array.from({ length: CHATS }, (_, index) => nodes[index % 2].chat())
    const picture = { model: 'sandbox/image-1', prompt: 'A kite', size: '256x256', quality: 'low' }
    const drawn = nodes[0].ask('/v1/images/generations', { json: picture })
    const answers = await Promise.all([...asked, drawn])
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    const ids = answers.slice(0, CHATS).map(({ headers }) => headers.get('x-request-id'))
    await assertBooked(nodes[0], ids)
  })

  it('no request ran a statement over several shards', () => {
    const all = ['coordinator', 'east', 'west'].flatMap((name) => [...readLog(folder, name).matchAll(split)])
    const statements = all.map(([, statement]) => statement)
    assert.ok(statements.length > 0, 'sweeps are in the log')
    assert.deepEqual(
      statements.filter((statement) => !sweeps.test(statement)),
      [],
    )
  })

  it('every balance is the sum of its entries', async () => {
    const drift = await db(`SELECT b.customer_id FROM balances b JOIN (
        SELECT customer_id, sum(CASE WHEN credit_account = customer_id THEN amount_nanos ELSE -amount_nanos END) AS sum
          FROM ledger_entries GROUP BY customer_id) e USING (customer_id) WHERE b.balance_nanos <> e.sum`)
    assert.deepEqual(drift, [])
  })

  it('what a request runs goes to one shard', async () => {
    const [{ id }] = await db('SELECT customer_id AS id FROM balances LIMIT 1')
    const statements = [
      `SELECT * FROM portico_on_shard('shard-1', '{}', 'SELECT * FROM ledger_hold($1::json, $2)', '{[],x}')
         AS rows (hold_id text, outcome text, available bigint, held bigint)`,
      `SELECT * FROM portico_on_shard('shard-1', '{}', 'SELECT ledger_resize($1::text, $2::bigint, $3::bigint)', '{x,1,NULL}') AS rows (held bigint)`,
      `SELECT * FROM balances WHERE customer_id = '${id}'`,
      `SELECT * FROM usage_records WHERE customer_id = '${id}' ORDER BY created_at DESC, id DESC LIMIT 20`,
    ]
    for (const sql of statements) {
      const plan = (await db(`EXPLAIN (COSTS OFF) ${sql}`)).map((row) => row['QUERY PLAN']).join('\n')
      assert.match(plan, /Task Count: 1$/m, sql)
    }
  })

  it('inside a shard, statements read its own tables by their keys', async () => {
    const [{ host, port, room }] = await db(
      `SELECT nodename AS host, nodeport AS port, 'shard_' || shardid AS room FROM citus_shards
        WHERE table_name = 'balances'::regclass AND shardid = get_shard_id_for_distribution_column('balances', (SELECT customer_id FROM balances LIMIT 1))`,
    )
    assert.equal(host, '127.0.0.1')
    const worker = workers.find((one) => one.port === port)
    const plan = await ask(
      worker,
      `SET enable_seqscan = off; SET search_path = ${room}, public; EXPLAIN (COSTS OFF) DELETE FROM holds WHERE id = ANY ('{a,b}')`,
    )
    const text = plan.map((row) => row['QUERY PLAN']).join('\n')
    assert.match(text, /holds_\d+/)
    assert.doesNotMatch(text, /Citus/)
  })
})

async function ask({ url }, sql, values) {
  const client = new pg.Client({ connectionString: url('postgres') })
  await client.connect()
  try {
    const answer = await client.query(sql, values)
    return (Array.isArray(answer) ? answer.at(-1) : answer).rows
  } finally {
    await client.end()
  }
}
