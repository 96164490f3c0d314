// What is done to Portico while it is under load. An entry: `name`; `what` is done, for the table; `settings` that it needs;
// `times` it is done; `inject(stage, index)` does it once and may answer a word about it. `hasOwnWorker`: ROLE=web, and a
// ROLE=worker beside it. Afterwards Portico has to be ready again, and at the end the books are audited (audit.mjs).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPostmaster } from '../../../postgres/postmaster.mjs'
import { childrenOf, commandOf } from '../../../steps/processes.mjs'

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
