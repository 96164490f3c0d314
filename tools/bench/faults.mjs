// `npm run soak:faults -- [name …]`: injects the faults in FAULTS into Portico under load, repeatedly, and audits the books. Prints the
// rows of the table in docs/run/reliability.md.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readPostmaster } from '../../scripts/postgres/postmaster.mjs'
import { childrenOf, commandOf } from '../../scripts/steps/processes.mjs'
import { startPorticoWith } from './contenders/portico.mjs'
import {
  askDripping,
  dribble,
  flood,
  floodCounting,
  floodWithoutMoney,
  sendPoison,
} from './fault-requests.mjs'
import { startOwn, stopAll } from './harness.mjs'
import { auditFaults, formatUsd } from './soak-audit.mjs'
import {
  readRows,
  readSettledBalance,
  readUsage,
  startMixedLoad,
  unlimited,
  whenEnded,
} from './soak-client.mjs'
import { providersAt } from './soak-plan.mjs'

const SIGNALS = ['SIGKILL', 'SIGSEGV', 'SIGTRAP']
const TIMES_EACH = 5

/** Sends each signal in turn, five times, to the process `find(stage)` returns. */
const killed = (name, what, find, more = {}) => ({
  name,
  what: `${SIGNALS.join(', ')} to ${what}`,
  times: SIGNALS.length * TIMES_EACH,
  inject(stage, index) {
    const signal = SIGNALS[index % SIGNALS.length]
    process.kill(find(stage, index), signal)
    return signal
  },
  ...more,
})

/**
 * An entry has a `name`, `what` it does (for the table), `settings`, the number of `times`, and `inject(stage, index)`, which does it once
 * and may return a word about it, or `{ word, faults }`. `hasOwnWorker`: ROLE=web with a separate ROLE=worker. Afterwards Portico must
 * become ready again, and at the end the books are audited.
 */
const FAULTS = [
  killed('server', 'the server', ({ dataDir }) => serverOf(dataDir)),
  killed('web-process', 'one of two web processes', webProcessOf, { settings: { WORKERS: '2' } }),
  killed('worker', 'the worker', ({ workerDataDir }) => serverOf(workerDataDir), { hasOwnWorker: true }),
  killed('postgres', 'the postmaster of PostgreSQL', ({ dataDir }) => postmasterOf(dataDir)),
  killed('postgres-backend', 'a process of PostgreSQL that serves a connection', backendOf),
  killed('renderer', 'the process that encodes films', rendererOf),
  {
    name: 'bodies-unpaid',
    what: '110 bodies of 32 MB by a key that may spend nothing',
    times: 1,
    inject: floodWithoutMoney,
  },
  { name: 'bodies', what: '110 bodies of 32 MB', times: 1, inject: flood },
  { name: 'dribbling', what: '40 bodies that never end', times: 1, inject: dribble },
  { name: 'counting', what: '12 × 8 MB of blanks, counted and completed', times: 5, inject: floodCounting },
  {
    name: 'poison',
    what: 'an SVG with endless turbulence as a first frame',
    times: 5,
    settings: { OUTBOUND_ALLOW: '127.0.0.1' },
    inject: sendPoison,
  },
  { name: 'dripping', what: 'an upstream that sends blanks for ever', times: 5, inject: askDripping },
]

function serverOf(dataDir) {
  return JSON.parse(readFileSync(join(dataDir, 'instance.lock'), 'utf8')).server.pid
}

function webProcessOf({ dataDir }, index) {
  const all = childrenOf(serverOf(dataDir)).filter((pid) => commandOf(pid).includes('serve.mjs'))
  return all[index % all.length]
}

const postmasterOf = (dataDir) => readPostmaster(join(dataDir, 'postgres')).pid

function backendOf({ dataDir }, index) {
  const all = childrenOf(postmasterOf(dataDir)).filter((pid) => commandOf(pid).includes('127.0.0.1('))
  return all[index % all.length]
}

function rendererOf({ dataDir }) {
  const renderer = childrenOf(serverOf(dataDir)).find((pid) => commandOf(pid).includes('film-child'))
  if (renderer === undefined) throw new Error('no film has been encoded yet')
  return renderer
}

const AT_ONCE = 24
const FILM_EVERY_MS = 6000
/** Pause between faults: long enough for a process to count as steady, so that the next one restarts immediately. */
const BETWEEN_MS = 6000
const BACK_WITHIN_MS = 60_000
const TASKS_WITHIN_MS = 180_000

const names = process.argv.slice(2)
const unknown = names.filter((name) => !FAULTS.some((fault) => fault.name === name))
if (unknown.length > 0) {
  console.log(`npm run soak:faults -- [${FAULTS.map(({ name }) => name).join('|')} …]`)
  process.exit(unknown[0] === '--help' ? 0 : 2)
}

const startedAt = performance.now()
const seconds = (milliseconds) => (milliseconds / 1000).toFixed(1)
const say = (text) => console.log(`${seconds(performance.now() - startedAt).padStart(6)} s  ${text}`)
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => stopAll().finally(() => process.exit(130)))

/** Portico with the soak's upstreams, and with `hasOwnWorker` a separate worker process. */
async function openStage(folder, { settings, hasOwnWorker }) {
  const { message } = await startOwn('soak-upstream.mjs', { env: { SOAK_FAULTS: '0', SOAK_DELAY_MS: '300' } })
  const providers = providersAt(`http://127.0.0.1:${message.port}`)
  const all = { ...unlimited, LOG_LEVEL: 'error', ...settings }
  const role = hasOwnWorker ? { ROLE: 'web' } : {}
  const portico = await startPorticoWith({ folder, providers, settings: { ...all, ...role } })
  const dataDir = join(folder, 'data')
  const upstream = `http://127.0.0.1:${message.port}`
  if (!hasOwnWorker) return { ...portico, dataDir, upstream, readyAt: [portico.origin] }
  const workerFolder = join(folder, 'worker')
  mkdirSync(join(workerFolder, 'data'), { recursive: true })
  symlinkSync(join(dataDir, 'objects'), join(workerFolder, 'data', 'objects'))
  const read = (name) => readFileSync(join(dataDir, name), 'utf8').trim()
  const { port } = readPostmaster(join(dataDir, 'postgres'))
  const worker = await startPorticoWith({
    folder: workerFolder,
    providers,
    settings: {
      ...all,
      ROLE: 'worker',
      DATABASE_URL: `postgresql://portico:${read('postgres-password')}@127.0.0.1:${port}/portico`,
      NEXTAUTH_SECRET: read('nextauth-secret'),
    },
  })
  return {
    ...portico,
    dataDir,
    workerDataDir: join(workerFolder, 'data'),
    readyAt: [portico.origin, worker.origin],
  }
}

const isReady = (origin) =>
  fetch(`${origin}/api/ready`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Time until all are ready. */
async function untilBack(stage) {
  const since = performance.now()
  await pause(20) // a process that was just killed may have its socket for a moment
  while (performance.now() - since < BACK_WITHIN_MS) {
    if ((await Promise.all(stage.readyAt.map(isReady))).every(Boolean)) return performance.now() - since
    await pause(20)
  }
  throw new Error(`it was not ready again after ${BACK_WITHIN_MS / 1000} s`)
}

async function suffer(fault, folder) {
  const stage = await openStage(folder, fault)
  const before = await readSettledBalance(stage)
  say(`${fault.name}: Portico is up`)
  const load = startMixedLoad(stage, { atOnce: AT_ONCE, filmEveryMs: FILM_EVERY_MS })
  const backAfter = []
  const wrong = []
  for (let index = 0; index < fault.times; index += 1) {
    await pause(BETWEEN_MS)
    const seen = await fault.inject(stage, index)
    const { word, faults } = typeof seen === 'object' ? seen : { word: seen, faults: [] }
    wrong.push(...faults)
    backAfter.push(await untilBack(stage))
    say(`${fault.name} ${index + 1}/${fault.times} ${word ?? ''}: ready after ${seconds(backAfter.at(-1))} s`)
  }
  await pause(2000)
  const { seen, tasks } = await load.stop()
  say(`${fault.name}: ${seen.length} requests and ${tasks.length} tasks; waiting for the tasks`)
  const stoppedAt = performance.now()
  const ended = await whenEnded(stage, tasks, TASKS_WITHIN_MS)
  const tasksAfter = performance.now() - stoppedAt
  const after = await readSettledBalance(stage)
  const books = {
    seen,
    tasks,
    ended,
    before,
    after,
    rows: await readRows(stage),
    usage: await readUsage(stage),
  }
  const audit = auditFaults(books)
  audit.faults.unshift(...wrong)
  report(fault, audit, { seen, tasks, backAfter, tasksAfter })
  return audit.faults.length === 0
}

function report({ name, what, times }, { faults, answered, billed }, { seen, tasks, backAfter, tasksAfter }) {
  const outcomes = [...Map.groupBy(seen, ({ outcome, status }) => `${outcome} ${status ?? ''}`.trim())]
  say(
    `${name}: ${outcomes.map(([outcome, group]) => `${outcome} ${group.length}`).join(', ')}, $${formatUsd(billed)}`,
  )
  say(`${name}: the tasks had ended ${seconds(tasksAfter)} s after the load`)
  for (const fault of faults.slice(0, 40)) console.log(`  WRONG ${fault}`)
  const sorted = backAfter.toSorted((a, b) => a - b)
  const back = `${seconds(sorted[Math.floor(sorted.length / 2)])} / ${seconds(sorted.at(-1))}`
  const without = seen.filter(({ outcome }) => outcome !== 'served' && outcome !== 'aborted').length
  const lost = faults.length === 0 ? 'nothing' : `${faults.length} faults`
  console.log(`| ${what} | ${times} | ${back} | ${answered} | ${without} | ${tasks.length} | ${lost} |`)
}

for (const fault of FAULTS.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-faults-'))
  try {
    if (!(await suffer(fault, folder))) process.exitCode = 1
  } finally {
    await stopAll()
    rmSync(folder, { recursive: true, force: true })
  }
}
process.exit()
