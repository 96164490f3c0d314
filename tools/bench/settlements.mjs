// `npm run bench:settlements`: what a settled request costs the database and the web processes, by the number of processes and customers.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { clusterUrl } from '../../scripts/postgres/cluster.mjs'
import { readPostmaster } from '../../scripts/postgres/postmaster.mjs'
import { waitForExit } from '../../scripts/steps/processes.mjs'
import { stopAll } from '../../scripts/steps/stop.mjs'
import { startCitus } from '../services/programs.mjs'
import { startPortico } from './contenders/portico.mjs'
import { postJson, processorMs, readOptions, runBench } from './harness.mjs'
import { buildNative, generateLoad, startUpstream } from './native.mjs'

const USAGE = `npm run bench:settlements -- [--customers N] [--seconds N] [--connections N] [--web N] [--citus N]

--customers N     over how many the requests are spread, beside one (1000)
--seconds N       of each measurement, after a warm-up of as long (15)
--connections N   requests at a time (64)
--web N           web processes (1, 2 and 4, one after another)
--citus N         workers of a Citus cluster on this machine, instead of one PostgreSQL`

const WEB_PROCESSES = [1, 2, 4]
const KEYS_AT_ONCE = 16
const BODY = JSON.stringify({
  model: 'bench/mock',
  max_tokens: 256,
  messages: [{ role: 'user', content: 'Which is the capital of France?' }],
})
const CREDIT_NANOS = 1_000_000_000_000

const grants = [
  "INSERT INTO customers (id, name) SELECT 'cus_bench_' || n, 'Bench' FROM generate_series(1, $1::int) AS n",
  `INSERT INTO ledger_entries (key, kind, debit_account, credit_account, amount_nanos, customer_id)
    SELECT 'grant:cus_bench_' || n, 'grant', 'system:grants', 'cus_bench_' || n, ${CREDIT_NANOS}, 'cus_bench_' || n
      FROM generate_series(1, $1::int) AS n`,
  `INSERT INTO balances (customer_id, balance_nanos, purchased_nanos)
    SELECT 'cus_bench_' || n, ${CREDIT_NANOS}, ${CREDIT_NANOS} FROM generate_series(1, $1::int) AS n`,
  `UPDATE api_keys SET customer_id = 'cus_bench_' || n
    FROM (SELECT id, row_number() OVER () AS n FROM api_keys WHERE name = 'bench' LIMIT $1) AS keys WHERE keys.id = api_keys.id`,
]

/** Customers with credit and a key each. The keys are the demo's, reassigned before use. */
async function makeCustomers(db, portico, count) {
  const keys = []
  const make = async () => {
    const answer = await postJson(portico, '/api-account/user/api-keys', { name: 'bench' })
    if (!answer.ok) throw new Error(`no key: ${answer.status} ${await answer.text()}`)
    keys.push((await answer.json()).key)
  }
  while (keys.length < count)
    await Promise.all(Array.from({ length: Math.min(KEYS_AT_ONCE, count - keys.length) }, make))
  for (const grant of grants) await db.query(grant, [count])
  return keys
}

/** One PostgreSQL of Portico's own, or the nodes of a cluster, the coordinator first. */
async function openDatabases(home, citus) {
  const nodes = citus && [citus.coordinator, ...citus.workers]
  const folders = nodes?.map((node) => node.home) ?? [join(home, 'data', 'postgres')]
  const urls = nodes?.map(({ url }) => url('postgres')) ?? [clusterUrl(folders[0], 'portico')]
  const all = urls.map((connectionString) => new pg.Client({ connectionString }))
  await Promise.all(all.map((one) => one.connect()))
  const postmasters = folders.map((folder) => readPostmaster(folder).pid)
  return {
    db: all[0],
    all,
    processorMs: () => postmasters.reduce((sum, pid) => sum + processorMs(pid), 0),
    /** Portico started it, so its time is in that of Portico. */
    isPorticos: citus === undefined,
    end: () => Promise.all(all.map((one) => one.end())),
  }
}

async function countRows({ db, all }) {
  const { rows } = await db.query(
    `SELECT (SELECT count(*) FROM usage_records)::int AS settled, (SELECT count(*) FROM ledger_entries)::int AS entries`,
  )
  const nodes = await Promise.all(
    all.map(async (one) => {
      const { rows } = await one.query(
        `SELECT (pg_current_wal_lsn() - '0/0')::float AS wal, xact_commit::float AS commits
           FROM pg_stat_database WHERE datname = current_database()`,
      )
      return rows[0]
    }),
  )
  const sum = (name) => nodes.reduce((total, node) => total + node[name], 0)
  return { ...rows[0], wal: sum('wal'), commits: sum('commits') }
}

async function untilSettled(db) {
  for (;;) {
    const { rows } = await db.query('SELECT count(*)::int AS held FROM holds')
    if (rows[0].held === 0) return
    await pause(200)
  }
}

/** Runs the load, and returns what it and its settlements used of the CPUs and of PostgreSQL's log. */
async function measure({ databases, portico, ask }) {
  await ask()
  await untilSettled(databases.db)
  const read = async () => ({
    ...(await countRows(databases)),
    postgres: databases.processorMs(),
    server: processorMs(portico.pid),
  })
  const before = await read()
  const result = await ask()
  await untilSettled(databases.db)
  const after = await read()
  const grown = (name) => after[name] - before[name]
  const settled = grown('settled')
  return {
    perSecond: result.perSecond,
    refused: result.refused + result.failed,
    serverMicros: ((grown('server') - (databases.isPorticos ? grown('postgres') : 0)) * 1000) / settled,
    postgresMicros: (grown('postgres') * 1000) / settled,
    walBytes: grown('wal') / settled,
    entries: grown('entries') / settled,
    commits: (grown('commits') * 1000) / settled,
  }
}

const options = readOptions(USAGE, { customers: 1000, seconds: 15, connections: 64, web: 0, citus: 0 })

await runBench('settlements', async ({ folder, say, onEnd }) => {
  onEnd(stopAll)
  const programs = await buildNative()
  const upstream = await startUpstream(programs, folder)
  const bodyFile = join(folder, 'body.json')
  writeFileSync(bodyFile, BODY)
  const lines = []
  for (const count of options.web ? [options.web] : WEB_PROCESSES) {
    const home = join(folder, String(count))
    mkdirSync(home, { mode: 0o711 })
    const names = Array.from({ length: options.citus }, (_, index) => `worker-${index + 1}`)
    const citus = names.length > 0 ? await startCitus(home, names, { max_connections: 300 }) : undefined
    const database = citus && { DATABASE_URL: citus.coordinator.url('postgres'), CITUS: 'on' }
    const settings = { WORKERS: String(count), RATE_LIMIT_ACCOUNT: '1000000000', ...database }
    const portico = await startPortico({ upstream, folder: home, settings })
    const url = `${portico.origin}/v1/chat/completions`
    const keysFile = join(home, 'keys')
    const databases = await openDatabases(home, citus)
    const keys = await makeCustomers(databases.db, portico, options.customers)
    for (const some of [keys.slice(0, 1), keys]) {
      writeFileSync(keysFile, some.join('\n'))
      const load = ['closed', '-c', options.connections, '-t', options.seconds, '-w', 0, '-K', keysFile]
      const ask = () => generateLoad(programs, load, { url, bodyFile })
      const found = await measure({ databases, portico, ask })
      const figures = [
        found.perSecond,
        found.serverMicros,
        found.postgresMicros,
        found.walBytes,
        found.commits,
      ].map((figure) => figure.toFixed(0))
      lines.push(
        `| ${[count, some.length, ...figures, found.entries.toFixed(2), found.refused].join(' | ')} |`,
      )
      say(lines.at(-1))
    }
    await databases.end()
    process.kill(portico.pid, 'SIGTERM')
    await waitForExit(portico.pid, 60_000)
    await stopAll()
  }
  console.log(`\nNode ${process.version}, ${cpus().length} × ${cpus()[0]?.model}\n`)
  console.log(
    '| web processes | customers | requests/s | server, µs each | PostgreSQL, µs each | WAL, bytes each | commits in 1,000 | ledger rows each | refused |',
  )
  console.log(`| ${Array(9).fill('---:').join(' | ')} |\n${lines.join('\n')}`)
})
