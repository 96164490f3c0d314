// The embedded PostgreSQL server: created once, started, watched, stopped. It listens on the loopback address only.
import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../steps/output.mjs'
import { restartPauses } from '../steps/server.mjs'
import { keptSecret } from '../steps/settings.mjs'
import { freePort } from './free-port.mjs'
import { readPostmaster, stopLeftover, stopPostmaster } from './postmaster.mjs'
import { postgresBinaries, runAs } from './programs.mjs'

const superuser = 'portico'
const largestLogBytes = 10 * 1024 * 1024

const durable = {
  shared_buffers: '128MB',
  max_connections: '100',
  wal_compression: 'on',
  max_wal_size: '1GB',
  synchronous_commit: 'on',
  fsync: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  unix_socket_directories: '', // TCP with a password only, because a socket's path has to be short
  listen_addresses: '127.0.0.1',
  cluster_name: 'portico',
}

function environment() {
  return { PATH: process.env.PATH ?? '', LANG: 'C', LC_ALL: 'C' }
}

/** Runs a short program to its end; on failure throws what it printed. */
function finish(command, parameters, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (bytes) => (output += bytes))
    child.stderr.on('data', (bytes) => (output += bytes))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Failure('initdb failed.', output.trim())),
    )
  })
}

/** Creates the cluster beside its folder and moves it there, so that an incomplete one is never used. */
async function initialise({ folder, binaries, account, password }) {
  const unfinished = `${folder}.unfinished`
  const givenPassword = `${folder}.password`
  fs.rmSync(unfinished, { recursive: true, force: true })
  fs.rmSync(givenPassword, { force: true })
  fs.mkdirSync(unfinished, { mode: 0o700 })
  fs.writeFileSync(givenPassword, `${password}\n`, { mode: 0o600 })
  if (account.uid !== undefined) {
    fs.chownSync(unfinished, account.uid, account.gid)
    fs.chownSync(givenPassword, account.uid, account.gid)
  }
  try {
    const [command, parameters] = account.wrap(binaries.initdb, [
      `--pgdata=${unfinished}`,
      `--username=${superuser}`,
      `--pwfile=${givenPassword}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ])
    await finish(command, parameters, { ...account.options, cwd: '/', env: environment() })
    fs.renameSync(unfinished, folder)
  } finally {
    fs.rmSync(givenPassword, { force: true })
  }
}

function openLog(file) {
  if (fs.existsSync(file) && fs.statSync(file).size > largestLogBytes) fs.renameSync(file, `${file}.1`)
  return fs.openSync(file, 'a', 0o600)
}

const lastLines = (file) => fs.readFileSync(file, 'utf8').trimEnd().split('\n').slice(-6).join('\n')

/** Starts the server and resolves once it accepts connections. */
async function launch({ folder, logFile, binaries, account, settings }, port) {
  const flags = Object.entries({ ...durable, ...settings, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const log = openLog(logFile)
  const [command, parameters] = account.wrap(binaries.postgres, ['-D', folder, ...flags])
  const child = spawn(command, parameters, {
    ...account.options,
    cwd: '/',
    env: environment(),
    // Its own process group: Ctrl-C in the terminal must not end it before the server has written its last data.
    detached: true,
    stdio: ['ignore', log, log],
  })
  fs.closeSync(log)
  const exit = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
    child.once('error', (error) => resolve(error.message))
  })
  try {
    await untilReady(folder, child, exit)
  } catch (error) {
    child.kill('SIGKILL') // never leave two attempts running
    await exit
    throw new Failure(`PostgreSQL did not start: ${error.message} See ${logFile}.`, lastLines(logFile))
  }
  return { pid: child.pid, port, exit }
}

async function untilReady(folder, child, exit) {
  let ended = false
  exit.then(() => {
    ended = true
  })
  for (;;) {
    if (ended) throw new Error('it exited immediately.')
    const found = readPostmaster(folder)
    if (found?.ready && found.pid === child.pid) return
    await pause(5)
  }
}

/** Retries if another process takes the port first. */
async function launchPatiently(plan, wantedPort, mayMove) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch(plan, mayMove ? await freePort(wantedPort) : wantedPort)
    } catch (error) {
      if (attempt === 10) throw error
      await pause(attempt * 50)
    }
  }
}

/** Owner of the cluster's files; undefined if there is none. */
function ownerOf(folder) {
  if (!fs.existsSync(folder)) return undefined
  const { uid, gid } = fs.statSync(folder)
  const self = process.getuid?.()
  if (self === undefined || self === uid || (self === 0 && uid !== 0)) return { uid, gid }
  throw new Failure(`The database in ${folder} belongs to another user. Start Portico as that user.`)
}

/**
 * Restarts the server whenever it exits unexpectedly, on the same port, which is in every DATABASE_URL. Returns `{ port, stop }`.
 */
function keepRunning(plan, first, { onEnd, onFailure, onRestart }) {
  const pauseAfter = restartPauses()
  const stopping = new AbortController()
  let server = first

  async function startAgain(reason, ranMilliseconds) {
    const milliseconds = pauseAfter(ranMilliseconds)
    onEnd(reason, milliseconds)
    await pause(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined)
    if (stopping.signal.aborted) return
    await stopLeftover(plan.folder)
    server = await launchPatiently(plan, first.port, false)
    if (stopping.signal.aborted) await stopPostmaster(server.pid)
    else onRestart()
  }

  async function watch() {
    for (;;) {
      const since = performance.now()
      let reason = await server.exit
      let ranMilliseconds = performance.now() - since
      while (reason !== undefined && !stopping.signal.aborted) {
        try {
          await startAgain(reason, ranMilliseconds)
          reason = undefined
        } catch (error) {
          onFailure(error)
          reason = 'it did not start'
          ranMilliseconds = 0
        }
      }
      if (stopping.signal.aborted) return
    }
  }

  const watching = watch()
  return {
    port: first.port,
    async stop() {
      stopping.abort()
      await stopPostmaster(server.pid)
      await watching
    },
  }
}

const passwordFile = (folder) => join(dirname(folder), 'postgres-password')

/** URL of a database of the running cluster at `folder`. */
export function clusterUrl(folder, database, port = readPostmaster(folder)?.port) {
  const password = fs.readFileSync(passwordFile(folder), 'utf8').trim()
  return `postgresql://${superuser}:${password}@127.0.0.1:${port}/${database}`
}

const noListeners = { onEnd: () => {}, onFailure: () => {}, onRestart: () => {} }

/**
 * Starts the cluster at `folder` (created if absent) and keeps it running. `onEnd(reason, milliseconds)` is called when it exited
 * unexpectedly and restarts after that time, `onRestart` when it did, `onFailure` with the error when not; it is then retried.
 */
export async function startCluster({ root, folder, settings = {}, ...listeners }) {
  const home = dirname(folder)
  fs.mkdirSync(home, { recursive: true })
  const binaries = postgresBinaries(root)
  const owner = ownerOf(folder)
  const account = runAs({ dataDir: home, binaries, owner })
  if (owner && !fs.existsSync(passwordFile(folder)))
    throw new Failure(
      `${passwordFile(folder)} is missing. The database in ${folder} cannot be opened without it.`,
    )
  const password = keptSecret(passwordFile(folder))
  if (!owner) await initialise({ folder, binaries, account, password })
  await stopLeftover(folder)

  const plan = { folder, logFile: `${folder}.log`, binaries, account, settings }
  const first = await launchPatiently(plan, readPostmaster(folder)?.port, true)
  const { port, stop } = keepRunning(plan, first, { ...noListeners, ...listeners })
  return { url: (database) => clusterUrl(folder, database, port), stop }
}
