// Shared by all benchmarks: folder, processes (none outlives it), resource usage, options and statistics.
import { fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs a benchmark with cleanup, and ends the process. `run` receives a temporary folder, `say(text)`, which prints with the elapsed
 * seconds, and `onEnd(work)` for cleanup besides processes.
 */
export async function runBench(name, run) {
  const folder = mkdtempSync(join(tmpdir(), `portico-${name}-`))
  chmodSync(folder, 0o711) // a PostgreSQL that runs as another user must be able to enter
  const startedAt = performance.now()
  const say = (text) =>
    console.log(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${text}`)
  const endings = []
  const end = async () => {
    await stopAll()
    for (const ending of endings) await ending()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => end().finally(() => process.exit(130)))
    process.on(signal, () => undefined) // it may arrive twice: from npm, too
  }
  try {
    await run({ folder, say, onEnd: (work) => endings.push(work) })
  } finally {
    await end()
  }
  process.exit()
}

const children = new Set()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

function keep(child) {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** One of the benchmark's own programs, once it reported its port or that it is ready. */
export async function startOwn(file, { args = [], env = {} } = {}) {
  const program = fileURLToPath(new URL(file, import.meta.url))
  const child = keep(fork(program, args, { env: { ...process.env, NODE_ENV: 'production', ...env } }))
  const [message] = await Promise.race([once(child, 'message'), failure(child, file)])
  return { child, message }
}

/** A program with its output in `logFile`, or in pipes. */
export function startOther(command, args, { env, logFile, cwd } = {}) {
  const log = logFile ? openSync(logFile, 'w') : 'pipe'
  return keep(spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', log, log] }))
}

export async function waitUntilServed(child, url, withinMs, isReady = () => true) {
  const end = Date.now() + withinMs
  while (Date.now() < end) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('it ended while it started')
    const isServed = await fetch(url).then(
      async (answer) => answer.ok && (await isReady(answer)),
      () => false,
    )
    if (isServed) return
    await pause(100)
  }
  throw new Error(`${url} did not answer within ${withinMs / 1000} s`)
}

/** Asks all to exit; kills those that have not after 15 s. */
export async function stopAll() {
  const left = [...children]
  for (const child of left) child.kill('SIGTERM')
  const ended = Promise.all(left.map((child) => (isRunning(child) ? once(child, 'exit') : undefined)))
  await Promise.race([ended, pause(15_000, undefined, { ref: false })])
  for (const child of children) child.kill('SIGKILL')
}

function isRunning(child) {
  return child.exitCode === null && child.signalCode === null
}

async function failure(child, name) {
  const [code] = await once(child, 'exit')
  throw new Error(`${name} ended with ${code}`)
}

/** Sends a message to the benchmark that started this process, and exits with it. */
export function sendToParent(message) {
  process.once('disconnect', () => process.exit(0))
  process.send?.(message)
}

/** POSTs JSON to Portico with these headers. */
export const postJson = ({ origin, headers }, path, body, more) =>
  fetch(origin + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...more,
  })

/** Options given as `--name N`, or defaults. Prints `usage` and exits for anything but numbers that `isRight`. */
export function readOptions(usage, defaults, isRight = (value) => Number.isInteger(value) && value >= 1) {
  const options = { ...defaults }
  const args = process.argv.slice(2)
  for (let at = 0; at < args.length; at += 2) {
    const name = Object.keys(defaults).find((one) => args[at] === `--${one}`)
    const value = Number(args[at + 1])
    if (name === undefined || !isRight(value)) {
      console.log(usage)
      process.exit(args[at] === '--help' ? 0 : 2)
    }
    options[name] = value
  }
  return options
}

/** Resident megabytes of the largest Node process under `pid`, which is the server rather than its launcher. */
export function residentMegabytes(pid) {
  const all = process.platform === 'linux' ? fromProc() : fromPs()
  const servers = treeUnder(pid, all).filter(({ isNode }) => isNode)
  return Math.max(0, ...servers.map((one) => one.kilobytes)) / 1024
}

/** Processes of `all` that are `pid` or its descendants. */
function treeUnder(pid, all) {
  const tree = new Set([pid])
  // Processes are unordered, so repeat until nothing is added.
  for (let before = 0; before !== tree.size; ) {
    before = tree.size
    for (const one of all) if (tree.has(one.parent)) tree.add(one.pid)
  }
  return all.filter((one) => tree.has(one.pid))
}

function fromProc() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        const field = (name) => new RegExp(`^${name}:\\s+(.*)`, 'm').exec(status)?.[1] ?? ''
        const isNode =
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0].endsWith('node') ||
          /node|next/.test(field('Name'))
        return [
          {
            pid: Number(pid),
            parent: Number(field('PPid')),
            kilobytes: Number.parseInt(field('VmRSS') || '0', 10),
            isNode,
          },
        ]
      } catch {
        return [] // it has ended
      }
    })
}

function fromPs() {
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid=,rss=,command='], { encoding: 'utf8' })
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, kilobytes, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)/.exec(line) ?? []
    if (pid === undefined) return []
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        kilobytes: Number(kilobytes),
        isNode: /node|next/.test(command),
      },
    ]
  })
}

/** IDs of a process and its descendants; of Linux alone. */
export const pidsUnder = (pid) => treeUnder(pid, readProcessorTimes()).map((one) => one.pid)

const MS_PER_TICK = 10 // Linux counts in hundredths of a second

/** CPU milliseconds a process and its descendants have used; NaN without /proc. */
export function processorMs(pid) {
  const own = treeUnder(pid, readProcessorTimes())
  return own.length === 0 ? Number.NaN : own.reduce((sum, one) => sum + one.ticks, 0) * MS_PER_TICK
}

function readProcessorTimes() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readProcessorTime(name))
  } catch {
    return []
  }
}

function readProcessorTime(name) {
  try {
    // With that of children that have ended. The second field is a name in brackets, with anything in it; those of
    // interest stand behind: state, parent, …
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return [{ pid: Number(name), parent: Number(fields[1]), ticks }]
  } catch {
    return [] // it has ended
  }
}

export function median(numbers) {
  return percentile(numbers, 0.5)
}

/** By linear interpolation; NaN for an empty list. */
export function percentile(numbers, share) {
  if (numbers.length === 0) return Number.NaN
  const sorted = Float64Array.from(numbers).sort()
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)]
  return below + (sorted[Math.ceil(at)] - below) * (at - Math.floor(at))
}
