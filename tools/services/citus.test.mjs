// Two nodes on a Citus cluster: a coordinator and two workers.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { before, describe, it } from 'node:test'
import pg from 'pg'
import { assertBooked, openFolder, openNode, readLog, until } from './open.mjs'
import { askPostgres as ask, missing, startCitus } from './programs.mjs'

const CHATS = 120
const settings = { shared_buffers: '64MB', 'citus.multi_task_query_log_level': 'log' }

const split = /multi-task query about to be executed\n.*HINT.*\n.*STATEMENT:\s+(.*(?:\n\t.*)*)/g
/** What no request waits for: sweeps of all customers' reservations and old rows, and the traffic of providers. */
const sweeps = /^(DELETE |SELECT (DISTINCT instance_id|id, customer_id FROM holds|start, provider_id))/

describe('two nodes on Citus', { skip: missing('postgresql', 'citus') }, () => {
  let folder, coordinator, workers, nodes, db

  before(async () => {
    folder = await openFolder()
    const cluster = await startCitus(folder, ['east', 'west'], settings)
    coordinator = cluster.coordinator
    workers = cluster.workers
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

  it('what a request runs goes to one node', async () => {
    const [{ id }] = await db('SELECT customer_id AS id FROM balances LIMIT 1')
    const statements = [
      `SELECT * FROM portico_on_shards('shard-1', '{shard-1}', '{}', 'SELECT * FROM ledger_hold($1::json, $2)', '{[],x}')
         AS rows (hold_id text, outcome text, available bigint, held bigint)`,
      `SELECT * FROM portico_on_shards('shard-1', '{shard-1}', '{}', 'SELECT ledger_resize($1::text, $2::bigint, $3::bigint)', '{x,1,NULL}') AS rows (held bigint)`,
      `SELECT * FROM balances WHERE customer_id = '${id}'`,
      `SELECT * FROM usage_records WHERE customer_id = '${id}' ORDER BY created_at DESC, id DESC LIMIT 20`,
    ]
    for (const sql of statements) {
      const plan = (await db(`EXPLAIN (COSTS OFF) ${sql}`)).map((row) => row['QUERY PLAN']).join('\n')
      assert.match(plan, /Task Count: 1$/m, sql)
    }
  })

  /** The worker that has a customer's shard, and the shard's schema there. */
  async function homeOf(customerId) {
    const [{ port, room }] = await db(
      `SELECT nodeport AS port, 'shard_' || shardid AS room FROM citus_shards
        WHERE table_name = 'balances'::regclass AND shardid = get_shard_id_for_distribution_column('balances', $1::text)`,
      [customerId],
    )
    return { worker: workers.find((one) => one.port === port), room }
  }

  it('inside a shard, statements read its own tables by their keys', async () => {
    const [{ id }] = await db('SELECT customer_id AS id FROM balances LIMIT 1')
    const { worker, room } = await homeOf(id)
    const plan = await ask(
      worker,
      `SET enable_seqscan = off; SET search_path = ${room}, public; EXPLAIN (COSTS OFF) DELETE FROM holds WHERE id = ANY ('{a,b}')`,
    )
    const text = plan.map((row) => row['QUERY PLAN']).join('\n')
    assert.match(text, /holds_\d+/)
    assert.doesNotMatch(text, /Citus/)
  })

  // A credit and its order are one transaction over two nodes. A commit that waits for a replica which never answers is on disk: so the
  // coordinator dies exactly between the phases.
  for (const [phase, isBooked] of [
    ['first', false],
    ['second', true],
  ])
    it(`a coordinator that dies in the ${phase} phase of a credit's commit leaves ${isBooked ? 'all' : 'nothing'} of it`, async () => {
      await Promise.all(nodes.splice(0).map((node) => node.stop()))
      const customerId = `cus_${phase}`
      const { worker } = await homeOf(customerId)
      const place = isBooked ? coordinator : worker
      const credit = () =>
        db(`BEGIN; INSERT INTO customers (id, name) VALUES ('${customerId}', 'Paid'); DELETE FROM portico_two_phases;
            SELECT ledger_credit('order:${customerId}', 'purchase', '${customerId}', 'system:stripe', 500, 500); COMMIT`)
      const isPrepared = async () => (await ask(worker, 'SELECT FROM pg_prepared_xacts')).length > 0
      const waiting = "SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = 'postgres'"

      await ask(place, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
      await restart(place)
      const cut = credit().then(
        () => assert.fail('the commit did not wait'),
        (error) => error,
      )
      await until('it waits', async () => (await isPrepared()) && (await ask(place, waiting)).length > 0)
      await ask(place, 'ALTER SYSTEM RESET synchronous_standby_names')
      await restart(coordinator)
      await cut
      if (!isBooked) await restart(worker)

      // Citus does it once a minute.
      await until('the worker has ended it', async () => {
        await db('SELECT recover_prepared_transactions()')
        return !(await isPrepared())
      })
      const booked = async () => {
        const [{ customers, entries }] = await db(
          `SELECT (SELECT count(*)::int FROM customers WHERE id = $1) AS customers,
             (SELECT count(*)::int FROM ledger_entries WHERE customer_id = $1) AS entries`,
          [customerId],
        )
        return [customers, entries]
      }
      assert.deepEqual(await booked(), isBooked ? [1, 1] : [0, 0])
    })

  it('a month is archived, by a command that was killed and run again, and restored', async () => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()))
    const { archive, check, close, end } = await openLedger(folder, coordinator)
    await close()
    const before = await books()
    assert.ok(before.charges.length >= CHATS, 'requests are charged')
    const months = await db(
      `SELECT replace(substring(inhrelid::regclass::text FROM '[0-9]{4}_[0-9]{2}$'), '_', '-') AS month
         FROM pg_inherits WHERE inhparent = 'ledger_entries'::regclass ORDER BY 1`,
    )
    const [{ month }, { month: next }] = months

    // A reader of the ledger keeps the command where everything is done and nothing committed.
    const reader = new pg.Client({ connectionString: coordinator.url('postgres') })
    await reader.connect()
    await reader.query('BEGIN; SELECT FROM ledger_entries LIMIT 1')
    const killed = archive('--before', next)
    const waiting = `SELECT FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND relation = 'ledger_entries'::regclass AND NOT granted`
    await until('it waits for the reader', async () => (await db(waiting)).length > 0)
    killed.child.kill('SIGKILL')
    await killed.output
    await reader.end()
    assert.deepEqual(await books(), before)

    await archive('--before', next).output
    assert.deepEqual(await books(), { ...before, charges: [], archives: 1 })
    assert.match(
      await archive('--verify').output,
      new RegExp(`${month}: ${before.charges.length} entries, 1 files, as archived`),
    )
    await check()
    await archive('--restore', month).output
    assert.deepEqual(await books(), before)
    await check()
    await end()
  })

  /** The charges in the database, how many months are archived, and the balances. */
  const books = async () => ({
    charges: await db("SELECT * FROM ledger_entries WHERE kind = 'settle' ORDER BY key"),
    archives: (await db('SELECT FROM ledger_archives')).length,
    balances: await db('SELECT customer_id, balance_nanos FROM balances ORDER BY 1'),
  })
})

/** The ledger's check in this process, and the command in its own. */
async function openLedger(folder, coordinator) {
  const settings = {
    DATABASE_URL: coordinator.url('postgres'),
    CITUS: 'on',
    DATA_DIR: join(folder, 'archives'),
    NEXTAUTH_SECRET: 'a-secret-for-tests-only-0123456789abcdef',
  }
  Object.assign(process.env, settings)
  await import('../../scripts/steps/load-typescript.mjs')
  const { closeLedgerMonths, inspectLedger, inspectLedgerMonths } = await import(
    '../../lib/money/ledger/integrity.ts'
  )
  const { pool, prisma } = await import('../../lib/platform/db.ts')
  const check = async () => {
    assert.deepEqual((await inspectLedger()).drift, [])
    assert.deepEqual(await inspectLedgerMonths(), [])
  }
  return {
    check,
    /** As a passed check does when the month is over. */
    async close() {
      await check()
      await closeLedgerMonths(new Date(Date.now() + 40 * 86_400_000))
    },
    /** `output`: all of it, when the command has ended. */
    archive(...parameters) {
      const child = spawn(process.execPath, ['scripts/ledger-archive.mjs', ...parameters])
      return { child, output: text(child.stdout) }
    },
    end: () => Promise.all([pool.end(), prisma.$disconnect()]),
  }
}

/** Without a checkpoint: the next start reads its log. */
async function restart(server) {
  await server.stop('SIGQUIT')
  Object.assign(server, await server.restart())
}
