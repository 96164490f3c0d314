// What is done to Portico while it is under load. An entry: `name`; `what` is done, for the table; `settings` that it needs;
// `times` it is done; `inject(stage, index)` does it once and may answer a word about it, or `{ word, faults }`. `hasOwnWorker`: ROLE=web, and a
// ROLE=worker beside it. Afterwards Portico has to be ready again, and at the end the books are audited (audit.mjs).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPostmaster } from '../../../postgres/postmaster.mjs'
import { childrenOf, commandOf } from '../../../steps/processes.mjs'
import { dribble, flood, floodWithoutMoney } from './bodies.mjs'
import { askDripping, floodCounting, sendPoison } from './hostile.mjs'

const SIGNALS = ['SIGKILL', 'SIGSEGV', 'SIGTRAP']
const TIMES_EACH = 5

/** Each signal in turn, five times, to the process that `find(stage)` names. */
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

export const FAULTS = [
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
