// `npm run test:upgrade [-- --from REF]`: two nodes of the last release (its tag, or REF) on one database, under load behind a
// load balancer; then this version's migrations; then each node in turn is replaced by this version, and by the old one again.
// It fails on a failed request, a cut stream, a lost task and money that does not add up.
// `--schema-alone`: one node of the last release on this version's schema; part of `npm test`.
import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startCluster } from '../scripts/postgres/cluster.mjs'
import { unassignedPort } from '../scripts/postgres/free-port.mjs'
import { ensureDatabase, migrate } from '../scripts/postgres/migrate.mjs'
import { prepareBuild } from '../scripts/steps/checkout.mjs'
import { printFailure } from '../scripts/steps/output.mjs'
import { startPortico } from '../scripts/testing/start-portico.mjs'
import { runBench, startOwn } from './bench/harness.mjs'
import { auditFaults, formatUsd } from './bench/soak-audit.mjs'
import { readRows, readSettledBalance, readUsage, unlimited, whenEnded } from './bench/soak-client.mjs'
import { providersAt } from './bench/soak-plan.mjs'
import { startFront } from './upgrade/front.mjs'
import { startLoad } from './upgrade/load.mjs'
import { nameOf, preparePrevious, requirePreviousRelease } from './upgrade/previous-version.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Versions without it serve only their own page files. */
const sharesFiles = 'lib/platform/page-files.ts'
const STEP_MS = 10_000
const TASKS_WITHIN_MS = 300_000

const { values: options } = parseArgs({
  options: { from: { type: 'string' }, 'schema-alone': { type: 'boolean', default: false } },
})
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

async function openStage(folder, count, onEnd) {
  const nodes = []
  onEnd(() => Promise.all(nodes.map(({ running }) => running?.stop().catch(() => undefined))))
  const cluster = await startCluster({ root, folder: join(folder, 'postgres') })
  onEnd(() => cluster.stop())
  await ensureDatabase(cluster.url('postgres'), 'portico')
  const { message } = await startOwn('soak-upstream.mjs', { env: { SOAK_FAULTS: '0', SOAK_DELAY_MS: '300' } })
  const providersFile = join(folder, 'providers.json')
  writeFileSync(providersFile, JSON.stringify(providersAt(`http://127.0.0.1:${message.port}`)))
  const port = await unassignedPort()
  const databaseUrl = cluster.url('portico')
  const settings = {
    ...unlimited,
    DATABASE_URL: databaseUrl,
    NEXTAUTH_SECRET: 'a-secret-for-tests-only-0123456789abcdef',
    PUBLIC_URL: `http://localhost:${port}`,
    HOST: '127.0.0.1',
    TRUST_PROXY: '127.0.0.1',
    PROVIDERS_FILE: providersFile,
  }
  mkdirSync(join(folder, 'objects'))
  for (let index = 0; index < count; index += 1) nodes.push(await layNode(folder, index, settings))
  const front = await startFront(
    port,
    nodes.map(({ settings: { PORT } }) => `http://127.0.0.1:${PORT}`),
  )
  onEnd(() => front.stop())
  return { databaseUrl, nodes, front }
}

/** A separate machine, except for the shared store. */
async function layNode(folder, index, settings) {
  const dataDir = join(folder, `node-${index + 1}`)
  mkdirSync(dataDir)
  symlinkSync(join(folder, 'objects'), join(dataDir, 'objects'))
  const own = { DATA_DIR: dataDir, PORT: String(await unassignedPort()) }
  return { index, title: `node ${index + 1}`, settings: { ...settings, ...own }, running: undefined }
}

async function startNode(node, version) {
  const logFile = join(root, '.cache', 'upgrade', `node-${node.index + 1}-${version.name}.log`)
  node.running = await startPortico(version.root, { logFile, settings: node.settings })
  node.version = version
}

/** Reports what the load saw, step by step. */
function makeObserver(stage, load, say) {
  const faults = []
  return {
    faults,
    async observe() {
      await pause(STEP_MS)
      const signUp = await signUpSomebody(stage.front.origin)
      if (signUp !== 201) faults.push(`a sign-up: ${signUp}`)
      const { ok, failures } = load.report()
      const names = stage.nodes.map(({ version }) => version.name).join(' beside ')
      say(`${names}: ${ok}; ${failures.length} failed`)
      for (const failure of failures.slice(0, 20)) console.log(`        FAILED ${failure}`)
      faults.push(...failures)
    },
  }
}

/** On whichever version answers. Returns the status. */
async function signUpSomebody(origin) {
  const person = { name: 'Ann', email: `${randomUUID()}@example.com`, password: 'long enough for both' }
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(person)
  return (await fetch(`${origin}/api/sign-up`, { method: 'POST', headers, body })).status
}

/** Replaces one node after another while the other serves. */
async function roll(stage, version, { observe }, say) {
  for (const node of stage.nodes) {
    const open = stage.front.openAt(node.index)
    const toldAt = performance.now()
    await node.running.stop()
    const ended = seconds(toldAt)
    const startedAt = performance.now()
    await startNode(node, version)
    await stage.front.untilReady(node.index)
    say(
      `${node.title} was stopped with ${open} requests in progress and exited after ${ended}; it was ready as ${version.name} ${seconds(startedAt)} later`,
    )
    await observe()
  }
}

/** Audits the books as customers see them and as the tables have them. */
async function audit(portico, { seen, tasks, streams }, before, databaseUrl) {
  const ended = await whenEnded(portico, tasks, TASKS_WITHIN_MS)
  const after = await readSettledBalance(portico)
  const rows = await readRows(portico)
  const usage = await readUsage(portico)
  const { faults, billed } = auditFaults({ seen, tasks, ended, before, after, rows, usage })
  for (const { id, cost } of streams)
    if (Number(rows.get(id)?.cost) !== Number(cost))
      faults.push(`stream ${id}: told ${cost}, billed ${rows.get(id)?.cost}`)
  return { rows, billed, faults: [...faults, ...(await auditTables(databaseUrl))] }
}

async function auditTables(connectionString) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query(`
    WITH moved AS (
      SELECT credit_account AS account, amount_nanos AS nanos FROM ledger_entries
      UNION ALL SELECT debit_account, -amount_nanos FROM ledger_entries
    )
    SELECT format('the balance of %s is not the sum of its entries', customer_id) AS fault FROM balances
     WHERE balance_nanos <> (SELECT coalesce(sum(nanos), 0) FROM moved WHERE account = customer_id)
    UNION ALL SELECT format('%s of revenue, %s of usage', revenue, usage)
      FROM (SELECT sum(nanos) AS revenue FROM moved WHERE account = 'system:revenue'),
           (SELECT sum(cost_nanos) AS usage FROM usage_records) WHERE revenue <> usage
    UNION ALL SELECT format('%s holds are left', count(*)) FROM holds HAVING count(*) > 0
    UNION ALL SELECT format('%s does not own the organization of the sign-up', id) FROM users u
     WHERE NOT EXISTS (SELECT FROM memberships m
       WHERE m.user_id = u.id AND m.customer_id = u.customer_id AND m.role = 'owner' AND m.ended_at IS NULL)`)
  await client.end()
  return rows.map(({ fault }) => fault)
}

/** Starts all nodes with one version. Returns how customers reach it. */
async function startAll({ nodes, front }, version) {
  const demoOf = ({ settings: { DATA_DIR } }) => join(DATA_DIR, 'demo.json')
  for (const node of nodes) {
    if (node !== nodes[0]) copyFileSync(demoOf(nodes[0]), demoOf(node)) // or it would create another key for the demo
    await startNode(node, version)
    await front.untilReady(node.index)
  }
  const { api_key: key } = JSON.parse(readFileSync(demoOf(nodes[0]), 'utf8'))
  return { origin: front.origin, headers: { authorization: `Bearer ${key}` } }
}

async function migrateStage({ databaseUrl }, say) {
  const startedAt = performance.now()
  const applied = await migrate({ databaseUrl, folder: join(root, 'prisma') })
  const what = applied.length > 20 ? `${applied.length} migrations and functions` : applied.join(', ')
  say(`the database was migrated in ${seconds(startedAt)}: ${what || 'nothing was new'}`)
}

async function upgrade(previous, { folder, say, onEnd }) {
  const isAlone = options['schema-alone']
  const stage = await openStage(folder, isAlone ? 1 : 2, onEnd)
  if (isAlone) await migrateStage(stage, say)
  const portico = await startAll(stage, previous)
  const before = await readSettledBalance(portico)
  const load = startLoad(portico, { hasFiles: existsSync(join(previous.root, sharesFiles)) })
  const observer = makeObserver(stage, load, say)
  say(`${stage.nodes.length} × ${previous.name} under load`)
  await observer.observe()
  if (!isAlone) {
    await migrateStage(stage, say)
    await observer.observe()
    await roll(stage, { root, name: nameOf(root, 'HEAD') }, observer, say)
    await roll(stage, previous, observer, say)
  }
  const all = await load.stop()
  say('the load has ended; waiting for tasks, then auditing')
  const { rows, billed, faults } = await audit(portico, all, before, stage.databaseUrl)
  for (const fault of faults.slice(0, 40)) console.log(`        WRONG ${fault}`)
  const wrong = observer.faults.length + faults.length
  say(
    `${rows.size} requests recorded, $${formatUsd(billed)}; ${all.tasks.length} tasks, ${all.streams.length} long streams: ${wrong === 0 ? 'nothing failed, nothing is lost, everything was paid once' : `${wrong} FAULTS`}`,
  )
  if (wrong > 0) process.exitCode = 1
}

async function run(bench) {
  const ref = options.from ?? requirePreviousRelease(root)
  bench.say(`preparing ${ref} and this version`)
  const previous = await preparePrevious(root, ref)
  if (!options['schema-alone']) await prepareBuild(root)
  await upgrade(previous, bench)
}

await runBench('upgrade', async (bench) => {
  try {
    await run(bench)
  } catch (error) {
    printFailure(error)
    process.exitCode = 1
  }
})
